"""What is sent compressed: our own files and public pages; never a page that holds a secret."""

from __future__ import annotations

import gzip
import re
import zlib

import pytest
from werkzeug.test import TestResponse

from tests.service.tables import seat_path, table
from tests.service.world import World

PACKED = {"Accept-Encoding": "gzip, deflate, br"}


def get(world: World, path: str, **headers: str) -> TestResponse:
    return world.client.get(path, headers=PACKED | headers, buffered=True)


def packed(answer: TestResponse) -> bool:
    return answer.headers.get("Content-Encoding") == "gzip"


def test_public_pages_are_packed_and_are_the_same_pages(world: World) -> None:
    game = table(world, 2)
    world.play(game, lambda state: state.version > 40)
    for path in (f"/g/{game}", f"/g/{game}/30", f"/g/{game}/log", "/rules/en"):
        answer = get(world, path)
        assert packed(answer), path
        assert "Accept-Encoding" in answer.headers["Vary"]
        plain = world.client.get(path)
        assert not packed(plain)
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert gzip.decompress(answer.data) == plain.data
        assert len(answer.data) < len(plain.data) / 2


def test_a_version_for_scripts_is_packed_and_known_again(world: World) -> None:
    game = table(world, 2)
    world.play(game, lambda state: state.version > 40)
    answer = get(world, f"/g/{game}/30", Accept="application/json")
    assert packed(answer)
    etag = answer.headers["ETag"]
    assert etag.startswith("W/")
    again = get(world, f"/g/{game}/30", Accept="application/json", **{"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")


def test_a_page_behind_a_link_is_never_packed(world: World) -> None:
    game = table(world, 2)
    world.play(game, lambda state: state.version > 40)
    path = seat_path(world, game, 1)
    invitation = world.mint("sign-in", None)
    for each in (
        path,
        f"{path}/table",
        f"{path}/at/20",
        f"{path}/now",
        f"{path}/orders",
        f"{path}/log",
        f"/s/{invitation}",
        "/",
        "/new",
        "/sign-in",
    ):
        answer = get(world, each)
        assert "Content-Encoding" not in answer.headers, each


def test_our_files_are_packed_and_kept_for_good_under_their_own_address(world: World) -> None:
    html = world.client.get("/rules/en").get_data(as_text=True)
    (path,) = re.findall(r'rel="stylesheet" href="([^"]+)"', html)
    answer = get(world, path)
    assert packed(answer)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert gzip.decompress(answer.data) == world.client.get(path, buffered=True).data
    etag = answer.headers["ETag"]
    assert get(world, path, **{"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("end", ["", "?v=", "?v=000000000000", "?v=x&v=y"])
def test_under_another_address_a_file_is_not_kept_for_good(world: World, end: str) -> None:
    answer = get(world, f"/static/tenpost.css{end}")
    assert answer.status_code == 200
    assert "immutable" not in answer.headers["Cache-Control"]


def test_whoever_cannot_read_it_gets_it_plain(world: World) -> None:
    for accepted in ("", "br", "gzip;q=0", "identity"):
        answer = world.client.get("/rules/en", headers={"Accept-Encoding": accepted})
        assert "Content-Encoding" not in answer.headers
        assert answer.data.startswith(b"<!doctype html>")


def test_the_first_piece_of_a_replay_is_sent_before_the_second_is_there(world: World) -> None:
    game = table(world, 2)
    world.play(game, lambda state: state.version > 40)
    answer = world.client.get(f"/g/{game}/30", headers=PACKED, buffered=False)
    pieces = [each for each in answer.response if each]
    assert len(pieces) >= 2
    whole = b"".join(pieces)
    assert b"</html>" in gzip.decompress(whole)
    begun = zlib.decompressobj(31).decompress(pieces[0])
    assert begun.startswith(b"<!doctype html>")
    assert b'id="scene"' in begun


def test_a_head_and_a_part_are_left_alone(world: World) -> None:
    head = world.client.head("/rules/en", headers=PACKED)
    assert "Content-Encoding" not in head.headers
    part = get(world, "/static/tenpost.css", Range="bytes=0-99")
    assert part.status_code == 206
    assert "Content-Encoding" not in part.headers
    assert len(part.data) == 100
    assert get(world, "/static/none.css").status_code == 404
