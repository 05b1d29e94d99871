"""What the host's link alone can do in a game: pause, extend, hand over, end, pass the role on."""

from datetime import timedelta

import pytest

from events.codec import at_moment
from tests.service.tables import awaited, offered, seat_path, send, table
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    """Three persons; the first is the host. Nobody is played for."""
    return table(world, timeouts="wait", turn_s=86_400)


@pytest.fixture
def host(world: World, game: str) -> str:
    return seat_path(world, game, 1)


def due(world: World, game: str) -> str:
    awaiting = world.state(game).awaiting
    assert awaiting is not None
    assert awaiting.due_at is not None
    return awaiting.due_at


def test_nobody_else_finds_the_controls_or_may_use_them(world: World, game: str) -> None:
    path = seat_path(world, game, 2)
    assert "/host/" not in world.client.get(f"{path}/around").get_data(as_text=True)
    before = world.everything()
    awaiting = world.state(game).awaiting
    assert awaiting is not None
    sent = {
        "command": world.uuid(),
        "seat": "1",
        "sure": "yes",
        "reason": "host",
        "longer": "86400",
        "decision": str(awaiting.decision),
        "address": "eve@x.org",
    }
    for end in ("pause", "extend", "bot", "end", "pass", "replace", "share", "withdraw"):
        answer = world.client.post(f"{path}/host/{end}", data=sent)
        assert answer.status_code == 403, end
        assert "This is not open to you Only the host of this game" in text(answer)
    assert world.everything() == before


def test_a_pause_of_the_host_is_ended_by_the_host_alone(world: World, game: str, host: str) -> None:
    send(world, f"{host}/around", f"{host}/host/pause", reason="vacation")
    assert world.state(game).paused == "vacation"
    other = seat_path(world, game, 2)
    assert "The host has paused the game for a vacation." in text(world.client.get(other))
    assert not offered(world, other, "/resume")
    answer = world.client.post(f"{other}/resume", data={"command": world.uuid()})
    assert answer.status_code == 422
    assert "only the host can end the pause" in text(answer)
    send(world, host, f"{host}/resume")
    assert world.state(game).paused is None


@pytest.mark.parametrize("reason", ["<b>because</b>", "consent", "timeouts", ""])
def test_a_reason_is_one_of_those_offered(world: World, game: str, host: str, reason: str) -> None:
    before = world.everything()
    sent = {"command": world.uuid(), "reason": reason}
    answer = world.client.post(f"{host}/host/pause", data=sent)
    assert answer.status_code == 422
    assert "is not one of those there are" in text(answer)
    assert world.everything() == before


def test_the_host_is_shown_what_to_decide_when_somebody_is_overdue(
    world: World, game: str, host: str
) -> None:
    assert "You decide" not in text(world.client.get(host))
    world.clock.passes(days=2)
    shown = text(world.client.get(host))
    assert "You decide: the time of" in shown
    assert "You decide" not in text(world.client.get(seat_path(world, game, 2)))
    old = at_moment(due(world, game))
    send(world, host, f"{host}/host/extend", longer="86400")
    # From now on: from a deadline that is past it might be past again.
    assert at_moment(due(world, game)) == world.clock.now + timedelta(days=1)
    assert at_moment(due(world, game)) > old
    assert "You decide" not in text(world.client.get(host))


def test_a_deadline_that_is_not_past_is_moved_on_from_where_it_is(
    world: World, game: str, host: str
) -> None:
    old = at_moment(due(world, game))
    send(world, f"{host}/around", f"{host}/host/extend", longer="3600")
    assert at_moment(due(world, game)) == old + timedelta(hours=1)


@pytest.mark.parametrize("longer", ["0", "-86400", "299", "2592001", "999999999"])
def test_a_deadline_moves_within_limits_only(
    world: World, game: str, host: str, longer: str
) -> None:
    (form,) = offered(world, f"{host}/around", "/extend")
    before = world.everything()
    answer = world.client.post(form.action, data=form.data(longer=longer))
    assert answer.status_code == 422
    assert "by 5 minutes to 30 days" in text(answer)
    assert world.everything() == before


def test_an_extension_is_for_the_decision_that_was_seen(world: World, game: str, host: str) -> None:
    (form,) = offered(world, f"{host}/around", "/extend")
    seen = world.state(game).awaiting
    assert seen is not None
    world.play(
        game, lambda now: now.awaiting is not None and now.awaiting.decision != seen.decision
    )
    before = world.everything()
    answer = world.client.post(form.action, data=form.data())
    assert answer.status_code in (409, 422)
    assert "has been answered already" in text(answer)
    assert world.everything() == before


def test_the_host_hands_a_seat_to_a_bot_and_its_person_may_return(
    world: World, game: str, host: str
) -> None:
    seat = 2
    forms = offered(world, f"{host}/around", "/host/bot")
    form = next(f for f in forms if f.fields["seat"] == [str(seat)])
    assert world.client.post(form.action, data=form.data()).status_code == 422
    assert world.state(game).seat(seat).kind == "human"
    world.client.post(form.action, data=form.data(sure="yes"))
    assert world.state(game).seat(seat).kind == "bot"
    path = seat_path(world, game, seat)
    send(world, path, f"{path}/return")
    assert world.state(game).seat(seat).kind == "human"


@pytest.mark.parametrize("seat", ["0", "4", "99"])
def test_a_seat_that_there_is_not_is_refused(world: World, game: str, host: str, seat: str) -> None:
    before = world.everything()
    for end in ("bot", "pass", "replace", "share", "withdraw"):
        sent = {"command": world.uuid(), "seat": seat, "sure": "yes", "address": "eve@x.org"}
        answer = world.client.post(f"{host}/host/{end}", data=sent)
        assert answer.status_code == 422, end
        assert "There is no seat" in text(answer)
    assert world.everything() == before


def test_the_host_ends_the_game(world: World, game: str, host: str) -> None:
    (form,) = offered(world, f"{host}/around", "/host/end")
    assert world.client.post(form.action, data=form.data()).status_code == 422
    assert world.state(game).phase != "abandoned"
    assert world.client.post(form.action, data=form.data(sure="yes")).status_code == 303
    assert world.state(game).phase == "abandoned"


def test_the_role_is_handed_on(world: World, game: str, host: str) -> None:
    forms = offered(world, f"{host}/around", "/host/pass")
    form = next(f for f in forms if f.fields["seat"] == ["2"])
    assert world.client.post(form.action, data=form.data()).status_code == 303
    assert world.state(game).host == world.state(game).seat(2).player
    assert not offered(world, f"{host}/around", "/host/end")
    assert offered(world, f"{seat_path(world, game, 2)}/around", "/host/end")


def test_a_bot_cannot_be_host(world: World) -> None:
    game = table(world, humans=1, bots=1)
    host = seat_path(world, game, 1)
    before = world.everything()
    answer = world.client.post(f"{host}/host/pass", data={"command": world.uuid(), "seat": "2"})
    assert answer.status_code == 422
    assert world.everything() == before


def test_looking_decides_nothing(world: World, game: str, host: str) -> None:
    before = world.everything()
    for end in ("pause", "extend", "bot", "end", "pass", "replace", "share", "withdraw"):
        assert world.client.get(f"{host}/host/{end}").status_code == 405
    assert awaited(world, game)
    assert world.everything() == before
