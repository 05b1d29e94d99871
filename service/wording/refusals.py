"""A sentence for each error: what is wrong, and what to do about it.

The keys are the codes of the error classes; a test walks the tree and finds each of them here.
"""

from collections.abc import Mapping
from typing import Final

from events.errors import TenpostError
from service.wording.catalogue import Catalogue, mark

SENTENCES: Final[Mapping[str, str]] = {
    # At the table.
    "error": mark("Something went wrong, and nothing was changed. Please try again."),
    "refused": mark(
        "This cannot be done now. Nothing was changed; please look at the table again."
    ),
    "stale-version": mark(
        "The table has moved on since you saw it: it is at version %(actual)s now."
        " Please look again and choose anew."
    ),
    "late-reply": mark(
        "The mail you replied to is about a decision that is over."
        " Reply to this mail instead, or use its links."
    ),
    "not-awaited": mark("It is not this seat's move: %(awaited_name)s is awaited."),
    "not-awaited:nobody": mark("It is not this seat's move: nobody is awaited now."),
    "wrong-decision:draw": mark(
        "The question now is another one: draw a card, or stop and take a reward."
    ),
    "wrong-decision:bid": mark("The question now is another one: bid for the wild, or pass."),
    "wrong-decision:buy": mark(
        "The question now is another one: buy one card from the market, or buy nothing."
    ),
    "wrong-decision": mark("The question now is another one. Please look at the table again."),
    "wrong-phase:lobby": mark("The game has not started yet: wait until every seat is taken."),
    "wrong-phase:scored": mark("The game is over and scored; nothing can be played any more."),
    "wrong-phase:abandoned": mark(
        "The game was ended without a score; nothing can be played any more."
    ),
    "wrong-phase": mark(
        "This cannot be done at this point of the game. Please look at the table again."
    ),
    "unknown-seat": mark("There is no seat %(seat)s at this table; its seats are 1 to %(seats)s."),
    "unknown-card": mark(
        "There is no card %(card)s. A card is two signs, such as R5, BW, W7, WW or C3."
    ),
    "row-empty": mark("The row is empty: draw at least one card before you stop."),
    "pile-empty": mark("The draw pile is empty: take the numbers or the currency."),
    "no-numbers-in-row": mark("There is no number card in the row: draw on, or take the currency."),
    "no-currency-in-row": mark(
        "There is no currency card in the row: draw on, or take the numbers."
    ),
    "bid-too-low": mark("A bid of %(amount)s is too low: bid at least %(least)s, or pass."),
    "bid-unaffordable": mark(
        "A bid of %(amount)s is more than you can pay: all you hold is worth %(most)s."
        " Bid less, or pass."
    ),
    "not-in-market": mark(
        "The market does not hold %(card)s. Choose a card that is there, or buy nothing."
    ),
    "twin-held": mark(
        "You have %(card)s already, and a second one cannot be bought. Choose another card, or buy nothing."
    ),
    "price-unaffordable": mark(
        "%(card)s costs %(price)s, and all you hold is worth %(most)s."
        " Choose a cheaper card, or buy nothing."
    ),
    "payment-not-held:tokens": mark("You offer %(offered)s tokens and have %(held)s. Offer fewer."),
    "payment-not-held:busts": mark(
        "You offer %(offered)s bust tokens and have %(held)s. Offer fewer."
    ),
    "payment-not-held": mark(
        "You offer %(piece)s %(offered)s times and have it %(held)s times. Offer fewer."
    ),
    "payment-too-small": mark(
        "The payment is worth %(worth)s and has to be worth %(price)s. Add to it."
    ),
    "payment-padded:tokens": mark(
        "The payment is worth %(worth)s for a price of %(price)s:"
        " a token in it is not needed. Take it out."
    ),
    "payment-padded:busts": mark(
        "The payment is worth %(worth)s for a price of %(price)s:"
        " a bust token in it is not needed. Take it out."
    ),
    "payment-padded": mark(
        "The payment is worth %(worth)s for a price of %(price)s:"
        " %(piece)s in it is not needed. Take it out."
    ),
    "payment-malformed:cards": mark(
        "The cards of a payment are written in the order of the deck, each a code."
    ),
    "payment-malformed": mark("A payment counts its pieces in whole numbers, none below 0."),
    # Setting up.
    "bad-seats:numbers": mark("The seats of a game are numbered 1, 2, 3 and so on, none left out."),
    "bad-seats:kinds": mark(
        "A seat is for a person or for a bot; a game for one has the House at seat 2."
    ),
    "bad-seats:players": mark("TEN is a game for 1 to 5 players. Choose as many."),
    "bad-seats:house": mark("The House sits at seat 2 of a game for one, and in no other game."),
    "bad-seats:players-claim": mark(
        "Nobody can be seated by others: each person takes the seat offered."
    ),
    "bad-seats": mark("These seats do not make a game for 1 to 5 players."),
    "bad-option": mark(
        "The option %(option)s cannot be %(value)s. Choose one of the values offered."
    ),
    "seat-taken": mark("This seat is taken already. Ask the host for another."),
    "not-a-player": mark("Only the person who sits at this seat can do that."),
    "not-the-host": mark("Only the host of this game can do that."),
    # Clocks, pauses, votes.
    "decision-over": mark(
        "That decision has been answered already. Please look at the table again."
    ),
    "not-due": mark("The time for this decision has not run out yet."),
    "waits-for-host": mark(
        "In this game nobody is played for when time runs out: the host decides."
    ),
    "nothing-proposed": mark("There is nothing to vote on: the proposal was decided or withdrawn."),
    "proposal-open": mark("Another proposal is open: vote on it first."),
    "already-voted": mark("This seat has voted already."),
    "cannot-undo:option": mark("This game was set up without undo."),
    "cannot-undo:version": mark(
        "There is no undo to version %(to_version)s: choose one of those offered."
    ),
    "cannot-undo:nothing": mark(
        "No move has been made since version %(to_version)s: there is nothing to undo."
    ),
    "cannot-undo:alone": mark(
        "Alone you can take back only your own last answer, and only while it showed you no new card."
    ),
    "cannot-undo": mark("This cannot be undone."),
    "already-paused": mark("The game is paused already."),
    "not-paused": mark("The game is not paused."),
    "paused-by-host": mark("The host paused this game, so only the host can end the pause."),
    "bad-reason": mark(
        "The reason %(reason)s is not one of those there are. Choose one of those offered."
    ),
    "bad-deadline": mark(
        "A deadline can only be moved to a later time, and only where a clock runs."
    ),
    "command-id-malformed": mark(
        "The form has no proper id of its own. Reload the page and send the form again."
    ),
    "bad-limit": mark(
        "A clock can run from 5 minutes to 30 days, or not at all. Choose a limit in between."
    ),
    "bad-quiet-hours": mark(
        "Quiet hours need two times of day such as 22:00 and 07:30, at most 16 hours apart."
    ),
    "bad-lead": mark("A reminder can come from 5 minutes to 30 days before the deadline."),
    "vacation-backwards": mark(
        "The vacation ends on %(last)s, before it begins on %(first)s. Change one of the days."
    ),
    "vacation-out-of-reach": mark(
        "A vacation cannot begin on %(first)s: choose a day from today to a year ahead."
    ),
    "vacation-too-long": mark(
        "This game grants each seat %(granted)s days of vacation: this one takes %(asked)s of them,"
        " and %(left)s are left. Choose a shorter one."
    ),
    "vacation-awaited": mark(
        "You are awaited, and your deadline was moved for this vacation: make your move first,"
        " then end it."
    ),
    "vacation-over": mark("This vacation is over or was ended before."),
    # Standing orders.
    "order-no-wild": mark(
        "%(card)s is no wild, so it is never auctioned. Name a wild (RW, W7, WW), or any."
    ),
    "order-not-for-sale": mark(
        "%(card)s is never for sale: the market holds number cards only. Name one, such as G5."
    ),
    "order-card-gone:any": mark("No wild can come any more, so there is nothing left to bid for."),
    "order-card-gone": mark("%(card)s cannot come any more. Choose another card."),
    "order-out-of-range:amount": mark(
        "An order cannot bid up to %(value)s: choose a whole number from 0 (to pass) to %(most)s,"
        " the most this seat could hold."
    ),
    "order-out-of-range:total": mark(
        "An order cannot draw until a total of %(value)s: choose a whole number from %(least)s to"
        " %(most)s."
    ),
    "order-out-of-range:percent": mark(
        "An order cannot draw until a chance of %(value)s percent: choose a whole number from"
        " %(least)s to %(most)s."
    ),
    "order-out-of-range": mark(
        "A number in this order cannot be reached: choose one from %(least)s to %(most)s."
    ),
    "order-empty": mark("Say when to stop drawing: at a total, at a chance of a bust, or at both."),
    "order-auction-over": mark(
        "This seat has no bid left in that auction. Please look at the table again."
    ),
    "order-too-late": mark("This seat has had its last chance to buy in this game."),
    "order-preference": mark(
        "Say with which pieces the order may pay: choose one of those offered."
    ),
    "stale-orders": mark(
        "The orders of this seat have changed since you saw them. Please look again."
    ),
    "no-such-order": mark(
        "There is no such order to withdraw: it has acted, or was withdrawn already."
    ),
    # Talk.
    "talk-empty": mark("There is nothing to say in that line: write some words."),
    "talk-too-long": mark(
        "The line has %(length)s characters, and %(most)s are the most. Shorten it, or say it in two."
    ),
    "talk-too-much": mark(
        "A seat can say %(most)s lines a day, and you have said as many. Say it tomorrow."
    ),
    # Games and logs.
    "unknown-game": mark("There is no game %(game)s here. Check the address or the id."),
    "game-exists": mark(
        "The game %(game)s is stored here already, and an import replaces nothing."
    ),
    "view-only": mark(
        "This game was imported unfinished: it can be watched, but not played, because its"
        " draw pile is known only where it was dealt."
    ),
    "no-such-version": mark(
        "There is no version %(version)s: the versions of this game are 1 to %(last)s."
    ),
    "log-fault:": mark("The log is wrong at event %(version)s: %(reason)s."),
    "log-fault": mark("The log is wrong at event %(version)s %(type)s: %(reason)s."),
    "unknown-shape": mark(
        "The log was written by a newer version of Tenpost: event %(version)s of game %(stream)s"
        " has the type %(type)s, schema %(schema)s. Update Tenpost and try again."
    ),
    # The command line.
    "bad-collection": mark("This cannot be scored: %(reason)s"),
    "no-recorded-games": mark(
        "The recorded games are not at %(folder)s: run this from a checkout of the project."
    ),
    "no-games-here": mark(
        "No games are stored at %(place)s: start the service there once with tenpost up, or name"
        " another folder with --data."
    ),
    "not-a-log": mark(
        "%(name)s is neither a log file nor the id of a game that is stored here: check the name."
    ),
    "empty-log": mark("%(name)s holds no event: a log has one event a line."),
    "malformed-head": mark(
        "%(head)s is no head of a log: write the version, a colon and at least 12 hex digits, as"
        " at the foot of a mail (12:0123456789ab)."
    ),
    # The machine.
    "storage": mark(
        "The database cannot be used now (%(reason)s). Nothing was stored; please try again."
    ),
    "storage-busy": mark(
        "The database is busy (%(reason)s). Nothing was stored; please try again."
    ),
    "storage-unavailable": mark(
        "The database does not answer (%(reason)s). Nothing was stored; check that it runs and try again."
    ),
    "storage-unwritable": mark(
        "%(place)s cannot be written (%(reason)s). Check its folder, its rights and the free space."
    ),
    "schema-missing": mark(
        "The database has no tables of this version (%(reason)s). Run the migrations and try again."
    ),
    "bad-database-url": mark(
        "The database address is wrong: %(reason)s. Give one like sqlite:///folder/file"
        " or postgresql://user@host/database."
    ),
    "unknown-language": mark("There is no translation into %(language)s. Choose another language."),
    "port-in-use": mark(
        "Port %(port)s is in use. End the program that uses it, or choose another with --port"
        " (PORT=8080 make run)."
    ),
    "port-forbidden": mark(
        "Port %(port)s may not be opened (%(reason)s). Choose another with --port."
    ),
    "data-unwritable": mark(
        "The data folder %(folder)s cannot be written (%(reason)s)."
        " Choose another with --data, or mend its rights."
    ),
    "already-running": mark(
        "Another tenpost is running on the data folder %(folder)s."
        " Stop it, or choose another folder with --data."
    ),
}
"""``code`` or ``code:variant``, the variant being a parameter's value, -> sentence."""

_VARIANT: Final[Mapping[str, str]] = {
    "wrong-decision": "kind",
    "wrong-phase": "phase",
    "payment-not-held": "piece",
    "payment-padded": "piece",
    "payment-malformed": "piece",
    "bad-seats": "reason",
    "cannot-undo": "reason",
    "order-card-gone": "card",
    "order-out-of-range": "field",
    "log-fault": "type",
}
"""Which parameter has variants of the sentence."""


def refusal(words: Catalogue, error: TenpostError, names: Mapping[int, str]) -> str:
    """The sentence for the error; for a code not listed here, that of the nearest class above it."""
    params = {key: _plain(value) for key, value in error.params.items()}
    awaited = error.params.get("awaited")
    if isinstance(awaited, int):
        params["awaited_name"] = names.get(awaited) or words.say("seat %(number)s", number=awaited)
    for cls in type(error).__mro__:
        code = getattr(cls, "code", None)
        if not isinstance(code, str):
            continue
        for key in _keys(code, error.params):
            try:
                return words.say(SENTENCES[key], **params)
            except KeyError:
                # Not listed, or raised without a parameter that the sentence names.
                continue
    return words.say(SENTENCES["error"])


def _keys(code: str, params: Mapping[str, object]) -> tuple[str, ...]:
    if code == "not-awaited":
        return ("not-awaited",) if params.get("awaited") else ("not-awaited:nobody",)
    if code in _VARIANT:
        return f"{code}:{params.get(_VARIANT[code])}", code
    return (code,)


def _plain(value: object) -> str:
    """The value on one line and not too long: part of it may be what somebody typed."""
    text = "".join(sign if sign.isprintable() else " " for sign in str(value))
    return text if len(text) <= 200 else text[:199] + "…"
