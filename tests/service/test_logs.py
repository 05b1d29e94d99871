"""Logs are JSON lines that name game, version, command and request, and neither address nor token."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from service import tokens
from service.logs import JsonLines, mask
from tests.service.world import World, form


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the process would write to standard error."""
    stream = io.StringIO()
    lines = logging.StreamHandler(stream)
    lines.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(lines)
    root.setLevel(logging.INFO)
    yield stream
    root.removeHandler(lines)
    root.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_move_is_logged_with_its_ids(world: World, written: io.StringIO) -> None:
    game = world.game(["human", "bot"], [world.person("Ann", "ann+ten@x.org")])
    path = f"/p/{world.token(game, 1)}"
    sent = form(world.client.get(path), path).data()
    world.client.post(path, data=sent)
    line = lines(written)[-1]
    assert line["game"] == game
    assert line["seat"] == 1
    assert line["version"] == world.state(game).version
    assert [line["command"]] == sent["command"]
    assert line["route"] == "/p/<token>"
    assert line["answered"] == 303
    assert len(line["request"]) == 32


def test_no_token_and_no_address_gets_into_the_log(world: World, written: io.StringIO) -> None:
    game = world.game(["human", "bot"], [world.person("Ann", "ann+ten@x.org")])
    token = world.token(game, 1)
    guess = tokens.new_token()
    for path in (f"/p/{token}", f"/p/{token}/draw", f"/p/{guess}", f"/x/{guess}", f"/g/{game}"):
        world.client.get(path)
    world.client.post("/sign-in", data={"address": "ann+ten@x.org"})
    logging.getLogger("elsewhere").error(
        "could not reach %s at /p/%s (postgresql://user:secret@db/x)", "ann+ten@x.org", token
    )
    told = written.getvalue()
    assert "elsewhere" in told
    for secret in (token, guess, "ann+ten", "x.org", "secret"):
        assert secret not in told


def test_an_error_is_logged_with_its_trace_masked(written: io.StringIO) -> None:
    try:
        raise ValueError("no mail to ann@x.org")
    except ValueError:
        logging.getLogger("service").exception("failed")
    (line,) = lines(written)
    assert "ValueError: no mail to [address]" in line["trace"]
    assert line["level"] == "error"


@pytest.mark.parametrize(
    ("said", "masked"),
    [
        ("GET /p/abcdefghijklmnopqrstuvwxyz234567/draw", "GET /p/[token]/draw"),
        ("to ann@x.org, bo+1@y.org", "to [address], [address]"),
        ("redis://:pw@host/0", "redis://***:***@host/0"),
        ("8265c1eb-c133-5642-8dbd-3a722d494f44", "8265c1eb-c133-5642-8dbd-3a722d494f44"),
    ],
)
def test_what_is_masked(said: str, masked: str) -> None:
    assert mask(said) == masked
