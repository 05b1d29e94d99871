"""A form sent twice, from two places, or after the table has moved on: the right page each time."""

from events import commands as c
from tests.service.world import World, form, forms, text


def opened(world: World) -> tuple[str, int, str]:
    """A game of two persons, the awaited seat and its link."""
    game = world.game(
        ["human", "human"], [world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")]
    )
    state = world.state(game)
    assert state.awaiting is not None
    return game, state.awaiting.seat, f"/p/{world.token(game, state.awaiting.seat)}"


def test_a_double_click_acts_once_and_both_get_the_first_result(world: World) -> None:
    """Reports L4 and L5."""
    game, _, link = opened(world)
    sent = form(world.client.get(link), link).data()
    first, second = (world.client.post(link, data=sent) for _ in range(2))
    assert [first.status_code, second.status_code] == [303, 303]
    assert first.headers["Location"] == second.headers["Location"] == link
    assert world.log(game).count("CardDrawn") == 1


def test_a_double_click_on_the_last_move_of_a_turn_is_no_error(world: World) -> None:
    """The first click ended the turn, and with it this link's power to move."""
    game, _, _ = opened(world)
    state = world.play(game, lambda state: any(code[0] == "C" for code in state.row))
    assert state.awaiting is not None
    link = f"/p/{world.token(game, state.awaiting.seat)}"
    sent = form(world.client.get(f"{link}/currency"), link).data()
    assert [world.client.post(link, data=sent).status_code for _ in range(3)] == [303] * 3
    assert world.log(game)[state.version :].count("CurrencyTaken") == 1


def test_two_devices_the_second_is_told_and_gets_the_table_and_the_fresh_form(world: World) -> None:
    game, _, link = opened(world)
    one, other = (form(world.client.get(link), link).data() for _ in range(2))
    assert one["command"] != other["command"]
    assert world.client.post(link, data=one).status_code == 303
    late = world.client.post(link, data=other)
    assert late.status_code == 409
    assert "The table has moved on since you saw it" in text(late)
    assert world.log(game).count("CardDrawn") == 1
    fresh = form(late, link).data()
    assert fresh["version"] == [str(world.state(game).version)]
    assert world.client.post(link, data=fresh).status_code == 303


def test_a_link_of_an_earlier_turn_shows_the_table_and_mails_a_fresh_link(world: World) -> None:
    """Report L6. Also the click on a mail after more draws, and after the game."""
    game, seat, link = opened(world)
    turn = world.state(game).turn
    world.play(
        game,
        lambda state: (
            state.awaiting is not None and state.awaiting.seat == seat and state.turn > turn
        ),
    )
    shown = world.client.get(link)
    assert "This link cannot move" in text(shown)
    assert link not in [each.action for each in forms(shown)]
    asked = world.client.post(f"{link}/link", data=form(shown, f"{link}/link").data())
    assert "A fresh link is on its way" in text(asked)
    (row,) = world.mails("link")
    assert (row.game, row.seat, row.payload) == (game, seat, {})


def test_a_fresh_link_asked_for_ten_times_is_mailed_once(world: World) -> None:
    _, _, link = opened(world)
    for _ in range(10):
        assert world.client.post(f"{link}/link").status_code == 200
    assert len(world.mails("link")) == 1
    world.clock.passes(minutes=6)
    world.client.post(f"{link}/link")
    assert len(world.mails("link")) == 2


def test_a_link_works_on_through_the_whole_turn_after_more_draws(world: World) -> None:
    game, seat, link = opened(world)
    for _ in range(3):
        state = world.state(game)
        if state.awaiting is None or state.awaiting.seat != seat or len(state.row) > 1:
            break
        client = world.client
        assert client.post(link, data=form(client.get(link), link).data()).status_code == 303
    assert world.client.get(link).status_code == 200


def test_a_move_of_a_seat_that_is_not_awaited_is_refused_with_the_table(world: World) -> None:
    game, seat, link = opened(world)
    other = f"/p/{world.token(game, 3 - seat)}"
    sent = form(world.client.get(link), link).data()
    answer = world.client.post(other, data=sent)
    assert answer.status_code == 409
    assert "It is not this seat's move" in text(answer)
    assert world.log(game).count("CardDrawn") == 0


def test_after_the_game_the_link_shows_the_result_for_thirty_days(world: World) -> None:
    game, _, link = opened(world)
    world.play(game, lambda state: state.over)
    shown = world.client.get(link)
    assert shown.status_code == 200
    assert "The result" in text(shown)
    assert link not in [each.action for each in forms(shown)]
    world.clock.passes(days=31)
    late = world.client.get(link)
    assert late.status_code == 410
    assert f'href="/g/{game}"' not in late.get_data(as_text=True)


def test_the_power_to_move_ends_with_the_undo_of_the_turn(world: World) -> None:
    """events.md: an undo of the version that a token is tied to ends its power to move."""
    game, seat, _ = opened(world)
    world.play(game, lambda state: state.turn == 3)
    state = world.state(game)
    assert state.awaiting is not None
    assert state.awaiting.seat == seat
    link = f"/p/{world.token(game, seat)}"
    assert form(world.client.get(link), link).buttons
    first = next(mark.version for mark in state.marks if mark.awaiting is not None)
    world.do(game, c.ProposeUndo(1, first), "seat:1")
    world.do(game, c.VoteUndo(2, agree=True), "seat:2")
    assert world.state(game).turn == 1
    assert "This link cannot move" in text(world.client.get(link))
