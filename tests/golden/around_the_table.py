"""Golden games of people: all that can happen around the table, played from a script."""

from collections.abc import Callable
from datetime import timedelta

from events import commands as c
from events.codec import at_text
from events.ten.consent import undo_points
from events.ten.shuffle import lucky_word
from events.ten.state import GameState
from tests.golden.table import Log, Table


def awaits(seat: int, kind: str | None = None) -> Callable[[GameState], bool]:
    """Whether the seat is awaited (for this kind of decision)."""

    def so(state: GameState) -> bool:
        awaiting = state.awaiting
        return awaiting is not None and awaiting.seat == seat and kind in (None, awaiting.kind)

    return so


def around_the_table() -> Log:
    """Three people and a bot; whoever can be late, leave, come back or be replaced does."""
    table = Table("around the table", "hhhb", vacation_days=7, spectators="closed")
    _seated(table)
    _paused(table)
    _extended(table)
    _undone(table)
    _timed_out(table)
    _left(table)
    _kept(table)
    table.play()
    return table.log


def _seated(table: Table) -> None:
    table.claim(1, lucky_word("ab"))
    table.seat(c.DeclineSeat(3))
    table.claim(3, lucky_word("नमस्ते"))
    table.claim(2)
    table.settle()
    table.play(lambda state: state.turn > 4)


def _paused(table: Table) -> None:
    """One pause that is refused, one by consent that a person ends, one of the host."""
    table.seat(c.ProposePause(2))
    table.seat(c.VotePause(1, False))
    table.seat(c.ProposePause(3))
    table.seat(c.VotePause(1, True))
    table.seat(c.VotePause(2, True))
    table.move()  # accepted, but no clock runs
    table.seat(c.ResumeGame(3))
    table.play(lambda state: state.turn > 8)
    table.host(c.PauseGame("weekend"))
    table.move()
    table.host(c.ResumeGame())


def _extended(table: Table) -> None:
    for reason, by in (("host", "host"), ("vacation", "system"), ("weekend", "system")):
        due_at = at_text(table.now + timedelta(days=9 + len(reason)))
        via = "web" if by == "host" else "bot"
        table.do(c.ExtendDeadline(table.awaited, due_at, reason), by, via)
        table.move()


def _undone(table: Table) -> None:
    """Withdrawn, refused, and carried by all; then the own last answer with one other's consent."""
    back = undo_points(table.state)[-4].version
    table.seat(c.ProposeUndo(1, back))
    table.seat(c.VoteUndo(1, False))
    table.seat(c.ProposeUndo(2, back))
    table.seat(c.VoteUndo(3, False))
    table.seat(c.ProposeUndo(2, back))
    table.seat(c.VoteUndo(1, True))
    table.seat(c.VoteUndo(3, True))
    table.settle()
    table.play(awaits(2, "bid"))
    before = table.state.version
    table.seat(c.PassBid(2), way=0)
    table.seat(c.ProposeUndo(2, before))
    table.seat(c.VoteUndo(1, True))
    table.play(lambda state: state.turn > 14)


def _timed_out(table: Table) -> None:
    """Seat 2 sleeps through three decisions, loses the seat to a bot and comes back."""
    for missed in (1, 2, 3):
        if not awaits(2)(table.state):
            table.play(awaits(2))
        table.time_out()
        assert table.state.seat(2).missed == missed
    assert table.state.seat(2).kind == "bot"
    table.play(lambda state: state.turn > 20)
    table.seat(c.ReturnToSeat(2))
    table.play(awaits(2))
    table.play(awaits(2, "draw"))
    table.time_out()  # the cautious bot ends the turn


def _left(table: Table) -> None:
    table.do(c.HandToBot(3, "left"), "seat:3")
    table.settle()
    table.play(lambda state: state.turn > 25)
    table.host(c.ReplacePlayer(3, table.id("person 5")))
    table.settle()
    table.host(c.ReplacePlayer(2, table.id("person 6")))
    table.host(c.ChangeHost(table.id("person 5")))
    table.move()


def _kept(table: Table) -> None:
    """Giving up is proposed and voted down; a standing order bids."""
    table.seat(c.ProposeAbandon(2))
    table.seat(c.VoteAbandon(3, True))
    table.seat(c.VoteAbandon(1, False))
    table.play(awaits(1, "bid"))
    table.do(c.PassBid(1), "seat:1", "order")
    table.settle()


def undone_and_undone_again() -> Log:
    """Two people without clocks, undo free: back over an earlier undo, into undone play, and in the
    final buying. Cards drawn again come in the order in which they were seen."""
    table = Table("undone and undone again", "hh", undo="free", turn_s=None, auction_s=None)
    table.claim(1)
    table.claim(2, lucky_word("ab"))
    table.play(lambda state: state.turn > 5)
    early = undo_points(table.state)[-2].version
    table.play(lambda state: state.turn > 8)
    _agreed_undo(table, undo_points(table.state)[-7].version)
    later = table.state.version
    table.play(lambda state: state.turn > 10)
    _agreed_undo(table, later)
    table.play(lambda state: state.turn > 9)
    _agreed_undo(table, early)  # before both of them
    table.play(awaits(1, "buy"))
    _took_back(table, c.DeclineBuy(1))
    table.play(lambda state: state.phase == "final_buying")
    _took_back(table, c.DeclineBuy(table.awaited))
    table.play()
    return table.log


def _agreed_undo(table: Table, to_version: int) -> None:
    table.seat(c.ProposeUndo(1, to_version))
    table.seat(c.VoteUndo(2, True))
    table.settle()


def _took_back(table: Table, wish: c.DeclineBuy) -> None:
    """An answer and, at once, its undo: where undo is free nobody is asked."""
    before = table.state.version
    table.seat(wish)
    table.seat(c.ProposeUndo(wish.seat, before))


def alone_with_the_house() -> Log:
    """One person: nobody else to ask for a pause or for the own last answer back."""
    table = Table("alone with the House", "hs", turn_s=604_800, auction_s=3_600)
    table.claim(1, lucky_word("one late word"))
    table.play(awaits(1, "buy"))
    _took_back(table, c.DeclineBuy(1))
    table.move()
    table.seat(c.ProposePause(1))
    table.move()
    table.seat(c.ResumeGame(1))
    table.play()
    return table.log


def given_up() -> Log:
    """Five seats, two people who come; the host starts without the others, and both give up."""
    table = Table("given up", "hhbhh", timeouts="wait", undo="none")
    table.claim(4, lucky_word("ab"))
    table.claim(1)
    table.host(c.StartGame())
    table.settle()
    table.play(lambda state: state.turn > 12)
    table.seat(c.ProposeAbandon(4))
    table.seat(c.VoteAbandon(1, True))
    return table.log


def ended_in_the_lobby() -> Log:
    """One came, one declined, and the host ends what has not begun."""
    table = Table("ended in the lobby", "hhh")
    table.claim(2, lucky_word("ab"))
    table.seat(c.DeclineSeat(3))
    table.host(c.ChangeHost(table.id("person 2")))
    table.host(c.EndGame("host"))
    return table.log
