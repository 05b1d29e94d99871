"""What a seat's link opens beside moving: name, address, mute, a nudge, and closing all links."""

import random

import pytest

from service import people
from service.people import Place
from tests.service.world import World, form, forms, solo, text


@pytest.fixture
def game(world: World) -> str:
    ann, bo = world.person("Ann", "ann@x.org"), world.person("Bo", "bo@x.org")
    return world.game(["human", "human"], [ann, bo])


def place(world: World, game: str, seat: int) -> Place:
    with world.store.read() as reader:
        found = people.place(reader.connection, game, seat)
    assert found is not None
    return found


def test_the_name_at_this_table_and_the_time_zone_can_be_changed(world: World, game: str) -> None:
    path = f"/p/{world.token(game, 1)}"
    sent = form(world.client.get(f"{path}/table"), f"{path}/settings")
    world.client.post(sent.action, data=sent.data(name="Anna", zone="Asia/Kathmandu"))
    changed = place(world, game, 1)
    assert (changed.name, changed.zone, changed.seat_named) == ("Anna", "Asia/Kathmandu", True)
    world.client.post(sent.action, data=sent.data(name="Ann"))
    assert not place(world, game, 1).seat_named
    assert "Kathmandu" in text(world.client.get(path)) or "UTC" in text(world.client.get(path))


def test_what_cannot_be_taken_is_said_beside_the_field(world: World, game: str) -> None:
    path = f"/p/{world.token(game, 1)}"
    before = place(world, game, 1)
    for changed, sentence in (
        ({"name": "x" * 41}, "This is too long"),
        ({"name": "\u202eevil"}, "There are signs in it"),
        ({"zone": "Mars/Olympus"}, "There is no such time zone"),
        ({"language": "xx"}, "Choose one of the languages"),
    ):
        fields = {"name": "Ann", "zone": "UTC", "language": "en"} | changed
        answer = world.client.post(f"{path}/settings", data=fields)
        assert answer.status_code == 422
        assert sentence in text(answer)
    assert place(world, game, 1) == before


def test_a_new_address_has_to_be_confirmed_there(world: World, game: str) -> None:
    path = f"/p/{world.token(game, 1)}"
    sent = form(world.client.get(f"{path}/table"), f"{path}/address")
    asked = world.client.post(sent.action, data=sent.data(address="anna+ten@y.org"))
    assert "A mail is on its way there" in text(asked)
    assert place(world, game, 1).address == "ann@x.org"
    (row,) = world.mails("sign-in")
    confirm = f"/c/{world.mint('confirm', row.payload['draft'], game, seat=1)}"
    shown = world.client.get(confirm)
    assert "anna+ten@y.org is yours" in text(shown)
    assert place(world, game, 1).address == "ann@x.org"
    moved = world.client.post(confirm, data=form(shown, confirm).data())
    assert world.game_of(moved.headers["Location"]) == game
    assert place(world, game, 1).address == "anna+ten@y.org"
    assert place(world, game, 2).address == "bo@x.org"


def test_an_address_of_another_seat_is_taken_only_after_a_question(world: World, game: str) -> None:
    path = f"/p/{world.token(game, 1)}"
    asked = world.client.post(f"{path}/address", data={"address": "BO@x.org"})
    assert asked.status_code == 422
    assert "Two seats would share one address" in text(asked)
    assert not world.mails("sign-in")
    world.client.post(f"{path}/address", data={"address": "BO@x.org", "shared": "yes"})
    (row,) = world.mails("sign-in")
    confirm = f"/c/{world.mint('confirm', row.payload['draft'])}"
    world.client.post(confirm, data=form(world.client.get(confirm), confirm).data())
    assert place(world, game, 1).address == place(world, game, 2).address == "bo@x.org"
    assert place(world, game, 1).person != place(world, game, 2).person


def test_who_plays_alone_without_an_address_can_give_one_later(world: World) -> None:
    path = world.create(**solo()).headers["Location"]
    assert "no confirmed address" in text(world.client.get(path))
    game = world.game_of(path)
    world.client.post(f"{path}/address", data={"address": "ann@x.org"})
    (row,) = world.mails("sign-in")
    confirm = f"/c/{world.mint('confirm', row.payload['draft'])}"
    world.client.post(confirm, data=form(world.client.get(confirm), confirm).data())
    assert place(world, game, 1).address == "ann@x.org"
    assert "no confirmed address" not in text(world.client.get(path))


def test_who_plays_alone_without_an_address_goes_on_behind_the_one_link_to_the_end(
    world: World,
) -> None:
    """No mail could bring another."""
    path = world.create(**solo()).headers["Location"]
    game = world.game_of(path)
    client = world.client
    chance = random.Random(1)
    while not world.state(game).over:
        moves = [each for each in forms(client.get(path)) if "version" in each.fields]
        offered = chance.choice([each for each in moves if each.action == path])
        pressed = chance.randrange(max(1, len(offered.buttons)))
        assert client.post(path, data=offered.data(pressed)).status_code == 303
    assert world.state(game).turn > 5


def test_a_link_of_an_earlier_turn_moves_no_more_once_the_seat_has_an_address(
    world: World,
) -> None:
    path = world.create(**solo()).headers["Location"]
    game = world.game_of(path)
    world.play(game, lambda state: state.turn == 2)
    sent = form(world.client.get(path), path).data()
    world.client.post(f"{path}/address", data={"address": "ann@x.org"})
    (row,) = world.mails("sign-in")
    confirm = f"/c/{world.mint('confirm', row.payload['draft'])}"
    world.client.post(confirm, data=form(world.client.get(confirm), confirm).data())
    assert "This link cannot move" in text(world.client.get(path))
    before = world.log(game)
    assert world.client.post(path, data=sent).status_code == 409
    assert world.log(game) == before


def test_the_awaited_player_is_nudged_once_a_day(world: World, game: str) -> None:
    state = world.state(game)
    assert state.awaiting is not None
    awaited, other = state.awaiting.seat, 3 - state.awaiting.seat
    path = f"/p/{world.token(game, other)}"
    sent = form(world.client.get(path), f"{path}/nudge").data()
    assert "is nudged by mail" in text(world.client.post(f"{path}/nudge", data=sent))
    assert "was nudged within the last day" in text(world.client.post(f"{path}/nudge"))
    (row,) = world.mails("reminder")
    assert (row.seat, row.decision, row.payload) == (
        awaited,
        state.awaiting.decision,
        {"nudge": other},
    )
    world.clock.passes(hours=25)
    world.client.post(f"{path}/nudge")
    assert len(world.mails("reminder")) == 2


def test_nobody_nudges_oneself_or_a_bot(world: World) -> None:
    game = world.game(["human", "bot"], [world.person("Cy", "c@x.org")])
    path = f"/p/{world.token(game, 1)}"
    assert not [f for f in forms(world.client.get(path)) if f.action.endswith("nudge")]
    assert world.client.post(f"{path}/nudge").status_code == 409
    assert not world.mails("reminder")


def test_i_forwarded_a_mail_by_mistake(world: World, game: str) -> None:
    paths = [f"/p/{world.token(game, 1)}" for _ in range(3)]
    other = f"/p/{world.token(game, 2)}"
    asked = world.client.get(f"{paths[0]}/mistake")
    assert asked.status_code == 200
    assert world.client.get(paths[1]).status_code == 200
    assert world.client.post(f"{paths[0]}/link").status_code == 200
    done = world.client.post(f"{paths[0]}/mistake", data=form(asked).data())
    assert "A fresh link is on its way" in text(done)
    assert [world.client.get(path).status_code for path in paths] == [410] * 3
    assert world.client.get(other).status_code == 200
    assert len(world.mails("link")) == 2


def test_without_an_address_no_link_is_closed_for_none_could_be_mailed(world: World) -> None:
    path = world.create(**solo()).headers["Location"]
    answer = world.client.post(f"{path}/mistake")
    assert answer.status_code == 409
    assert "Give it one first" in text(answer)
    assert world.client.get(path).status_code == 200


def test_the_own_replay_is_open_also_at_a_closed_table(world: World) -> None:
    ann = world.person("Cy", "c@x.org")
    game = world.game(["human", "bot"], [ann], spectators="closed")
    path = f"/p/{world.token(game, 1)}"
    shown = world.client.get(f"{path}/at/2")
    assert shown.status_code == 200
    assert f"{path}/at/3" in shown.get_data(as_text=True)
    assert world.client.get(f"/g/{game}/2").status_code == 403
