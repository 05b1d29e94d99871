"""The first thing a page says: whose move it is and until when, or how the game ended."""

from service.views.board import Board
from service.wording import Words


def headline(board: Board, words: Words, you: int | None = None) -> str:
    """One short sentence."""
    state, say = board.state, words.say
    awaiting = state["awaiting"]
    if state["phase"] == "lobby":
        missing = sum(seat.missing for seat in board.seats)
        return words.count("Waiting for %(n)s player", "Waiting for %(n)s players", missing)
    if state["phase"] == "abandoned":
        return say("The game was ended without a score")
    if state["phase"] == "scored":
        return _scored(board, words, you)
    if awaiting is None:
        return say("The game goes on by itself")
    if awaiting["seat"] == you:
        return {
            "draw": say("It is your turn"),
            "bid": say("Your bid is asked for"),
            "buy": say("You may buy a card"),
        }[awaiting["kind"]]
    return say("Waiting for %(name)s", name=board.names[awaiting["seat"]])


def _scored(board: Board, words: Words, you: int | None) -> str:
    results, winners = board.state["results"], board.state["winners"]
    best = max(result["points"] for result in results)
    if len(results) == 1:
        return words.count(
            "The game is over: %(n)s point, %(title)s",
            "The game is over: %(n)s points, %(title)s",
            best,
            title=words.title(best),
        )
    if winners == [you]:
        return words.count("You won with %(n)s point", "You won with %(n)s points", best)
    names = ", ".join(board.names[seat] for seat in winners)
    return words.count(
        "Won with %(n)s point: %(names)s", "Won with %(n)s points: %(names)s", best, names=names
    )


def until(board: Board, words: Words, zone: str | None) -> str | None:
    """Until when the awaited seat has time, absolute; None where no clock runs."""
    awaiting = board.state["awaiting"]
    if awaiting is None or awaiting["due_at"] is None:
        return None
    return words.say("until %(moment)s", moment=words.moment(awaiting["due_at"], zone))
