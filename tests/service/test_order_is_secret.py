"""Report G1: a sealed order is seen by its seat alone, before it acts and for ever after."""

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from events import commands as c
from events.ten.state import GameState
from service import people
from service.cli import main
from service.logs import JsonLines
from tests.service.tables import NAMES, opened, passes, seat_path, send, table
from tests.service.world import World, form
from tests.workers.sink import running_sink
from workers.deliver import Run
from workers.mail.parts import Parts

MOST = 5


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All that is logged at any level."""
    text = io.StringIO()
    lines = logging.StreamHandler(text)
    lines.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(lines)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(lines)
    root.setLevel(level)


def of_others(world: World, game: str, seat: int) -> dict[str, str]:
    """Every page that others may open, with what must not stand there."""
    version = world.state(game).version
    found = {}
    for other in (1, 2, 3):
        if other == seat:
            continue
        path = seat_path(world, game, other)
        for end in ("", "/table", "/around", "/away", "/orders", f"/at/{version}"):
            found[f"{other}{end}"] = world.client.get(f"{path}{end}").get_data(as_text=True)
    found["table"] = world.client.get(f"/g/{game}").get_data(as_text=True)
    for at in range(max(1, version - 8), version + 1):
        found[f"replay {at}"] = world.client.get(f"/g/{game}/{at}").get_data(as_text=True)
    return {
        # Links and one-time ids differ from look to look.
        name: re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|/p/[a-z2-7]{32}", "", html)
        for name, html in found.items()
    }


def test_nothing_that_others_see_differs_by_an_order_before_it_acts(
    world: World, written: io.StringIO
) -> None:
    game = table(world)
    state = world.state(game)
    assert state.awaiting is not None
    seat = 1 + state.awaiting.seat % 3
    path = seat_path(world, game, seat)
    before = of_others(world, game, seat)
    mails, log, head = world.mails(), world.log(game), world.handler.head(game)
    sent = form(world.client.get(f"{path}/orders"), f"{path}/orders")
    answer = world.client.post(
        sent.action, data=sent.data(card="any", most=str(MOST), use="keep-busts")
    )
    assert answer.status_code == 303
    assert "bid up to 5" in world.client.get(f"{path}/orders").get_data(as_text=True)
    assert of_others(world, game, seat) == before
    assert world.mails() == mails
    assert world.log(game) == log
    assert world.handler.head(game) == head
    assert "keep-busts" not in written.getvalue()
    assert not re.search(r'"(most|use|card)"|up to 5|BidOnKind|spares', written.getvalue())


def hides_something(state: GameState) -> bool:
    """The second bidder could pay more than is needed to be sure of the wild."""
    if not opened(state) or state.auction is None:
        return False
    second, third = state.auction.still_to_bid[1:3]
    return state.seat(second).worth > state.seat(third).worth + 1


def test_after_it_has_acted_only_the_move_is_seen(
    world: World, written: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    game = table(world)
    state = world.play(game, hides_something)
    assert state.auction is not None
    seat, most = state.auction.still_to_bid[1], state.seat(state.auction.still_to_bid[1]).worth
    path = seat_path(world, game, seat)
    send(world, path, f"{path}/sealed", most=str(most), use="anything")
    passes(world, game)
    bodies = [json.loads(body) for body in world.handler.bodies(game)]
    acted = next(each for each in bodies[state.version :] if each["type"] == "BidPlaced")
    assert (acted["data"]["seat"], acted["meta"]["via"]) == (seat, "order")
    assert acted["data"]["amount"] < most
    assert set(acted["data"]) == {"seat", "amount", "payment"}
    assert {body["stream"] for body in bodies} == {game}
    made = {
        "export": run(world, capsys, "export", game),
        "replay": run(world, capsys, "replay", game),
        "replay as JSON": run(world, capsys, "replay", game, "--json"),
        "rows of mails": repr(world.mails()),
        **mailed(world, but=world_address(seat)),
        "log": written.getvalue(),
        **of_others(world, game, seat),
    }
    for name, text in made.items():
        for secret in ("OrderSet", "OrderSpent", '"most":', f"up to {most}", '"use":'):
            assert secret not in text, name


def world_address(seat: int) -> str:
    return f"{NAMES[seat - 1]}@x.org".lower()


def mailed(world: World, but: str) -> dict[str, str]:
    """Every mail that goes out now, both parts, but those to that address."""
    services = world.services
    with running_sink() as sink:
        parts = Parts(
            world.store,
            world.handler,
            services.links,
            sink.smtp,
            "post@ten.example",
            world.clock,
        )
        Run(parts).run()
        caught = [each for each in sink.caught if each.to != but]
    assert caught
    return {
        f"mail {number} to {each.to}": each.part("plain") + each.part("html")
        for number, each in enumerate(caught)
    }


def run(world: World, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command line says to this."""
    file = Path(world.services.settings.database_url.removeprefix("sqlite:///"))
    capsys.readouterr()
    assert main([*words, "--data", str(file.parent)]) == 0
    return capsys.readouterr().out


def test_the_orders_of_who_sat_there_before_are_not_shown_to_who_sits_there_now(
    world: World,
) -> None:
    game = table(world)
    state = world.state(game)
    assert state.awaiting is not None
    seat = 1 + state.awaiting.seat % 3
    path = seat_path(world, game, seat)
    sent = {"command": world.uuid(), "kind": "bid", "card": "any", "most": "4"}
    world.client.post(f"{path}/orders", data=sent)
    new = world.person("Eve", "eve@x.org")
    with world.store.unit() as unit:
        people.seat_person(unit.connection, game, seat, new.id)
    world.do(game, c.ReplacePlayer(seat, new.id), "host")
    page = world.client.get(f"{seat_path(world, game, seat)}/orders").get_data(as_text=True)
    assert "bid up to 4" not in page
    assert world.client.get(f"{path}/orders").status_code == 410
