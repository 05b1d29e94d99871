"""Every answer keeps its secrets to itself (report L12), and nobody's Host header is believed."""

import pytest

from tests.service.world import World, form


@pytest.fixture
def paths(world: World) -> list[str]:
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")])
    return [f"/p/{world.token(game, 1)}", f"/g/{game}", f"/g/{game}/1", "/nothing", "/healthz"]


def test_every_answer_has_the_security_headers(world: World, paths: list[str]) -> None:
    for path in [*paths, "/static/tenpost.css"]:
        answer = world.client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Strict-Transport-Security"]
        answer.close()


def test_pages_behind_a_token_are_stored_nowhere(world: World, paths: list[str]) -> None:
    shown = world.client.get(paths[0])
    assert shown.headers["Cache-Control"] == "no-store"
    sent = form(shown, paths[0]).data()
    assert world.client.post(paths[0], data=sent).headers["Cache-Control"] == "no-store"
    assert world.client.get("/p/unknown").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:99999", "a b", "x@y", ""])
def test_a_host_header_from_elsewhere_is_never_used(
    world: World, paths: list[str], host: str
) -> None:
    for path in paths:
        answer = world.client.get(path, headers={"Host": host})
        assert answer.status_code < 500
        assert "evil" not in answer.get_data(as_text=True)
    shown = world.client.get(paths[0])
    moved = world.client.post(
        paths[0], data=form(shown, paths[0]).data(), headers={"Host": "evil.example"}
    )
    assert moved.headers.get("Location") == paths[0]


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_an_address_that_is_put_right_stays_at_this_service(
    world: World, paths: list[str], method: str
) -> None:
    twice = paths[0].replace("/p/", "/p//")
    answer = world.client.open(f"{twice}?a=b", method=method, headers={"Host": "evil.example"})
    assert answer.status_code == 308
    assert answer.headers["Location"] == f"{paths[0]}?a=b"
    assert "evil" not in answer.get_data(as_text=True)
    assert answer.headers["Cache-Control"] == "no-store"


def test_what_cannot_be_done_names_what_can(world: World, paths: list[str]) -> None:
    """RFC 9110, section 15.5.6."""
    answer = world.client.put(paths[0])
    assert answer.status_code == 405
    assert set(answer.allow) == {"GET", "HEAD", "OPTIONS", "POST"}
