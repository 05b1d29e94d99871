"""One tree of errors. Each class has a ``code`` and named parameters; sentences are made elsewhere.

``code`` is stable (forms, the API and translations know it); ``params`` are plain values for the
sentence. ``str(error)`` is for logs and programmers.
"""

from typing import ClassVar


class TenpostError(Exception):
    """Whatever Tenpost itself refuses or finds wrong."""

    code: ClassVar[str] = "error"

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(self.code, params)

    def __str__(self) -> str:
        told = ", ".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.code}({told})"


class Refusal(TenpostError):
    """A command was not carried out; nothing was appended."""

    code = "refused"


class StaleVersion(Refusal):
    """Another append got there first, or the sender saw an older table.

    Parameters: expected, actual (the version the game has now).
    """

    code = "stale-version"


class NotAwaited(Refusal):
    """Another seat is awaited, or another kind of decision. Parameters: seat, awaited (seat or None)."""

    code = "not-awaited"


class WrongDecision(Refusal):
    """The seat is awaited, but for something else. Parameters: seat, kind (what is asked of it)."""

    code = "wrong-decision"


class WrongPhase(Refusal):
    """The game is not at a point where this can be done. Parameters: phase."""

    code = "wrong-phase"


class UnknownSeat(Refusal):
    """The game has no such seat. Parameters: seat, seats (how many there are)."""

    code = "unknown-seat"


class UnknownCard(Refusal):
    """No card has this code. Parameters: card."""

    code = "unknown-card"


class RowEmpty(Refusal):
    """T1: the first draw is compulsory."""

    code = "row-empty"


class PileEmpty(Refusal):
    """The draw pile is empty: a reward must be taken."""

    code = "pile-empty"


class NoNumbersInRow(Refusal):
    """T2: numbers can be taken only if the row holds a number card."""

    code = "no-numbers-in-row"


class NoCurrencyInRow(Refusal):
    """T2: currency can be taken only if the row holds a currency card."""

    code = "no-currency-in-row"


class BidTooLow(Refusal):
    """A bid must beat the highest so far and be at least 1 (A1). Parameters: amount, least."""

    code = "bid-too-low"


class BidUnaffordable(Refusal):
    """The bid is more than all the seat holds is worth (A1). Parameters: amount, most."""

    code = "bid-unaffordable"


class NotInMarket(Refusal):
    """The market does not hold the card. Parameters: card."""

    code = "not-in-market"


class TwinHeld(Refusal):
    """B2: a card of the same colour and number is in the collection. Parameters: card."""

    code = "twin-held"


class PriceUnaffordable(Refusal):
    """All the seat holds is worth less than the price. Parameters: card, price, most."""

    code = "price-unaffordable"


class PaymentNotHeld(Refusal):
    """The payment names pieces the seat does not hold. Parameters: piece (tokens, busts or a code),
    held, offered."""

    code = "payment-not-held"


class PaymentTooSmall(Refusal):
    """The payment is worth less than the price. Parameters: price, worth."""

    code = "payment-too-small"


class PaymentPadded(Refusal):
    """B1: the payment holds a piece that is not needed. Parameters: price, worth, piece."""

    code = "payment-padded"


class PaymentMalformed(Refusal):
    """A payment counts pieces in whole numbers, not below 0. Parameters: piece."""

    code = "payment-malformed"


class BadSeats(Refusal):
    """The seats do not make a game of 1 to 5 players. Parameters: reason."""

    code = "bad-seats"


class BadOption(Refusal):
    """A game option has a value it cannot have. Parameters: option, value."""

    code = "bad-option"


class SeatTaken(Refusal):
    """The seat is not open to be claimed. Parameters: seat."""

    code = "seat-taken"


class NotAPlayer(Refusal):
    """Only a person who sits at the table can do this. Parameters: seat."""

    code = "not-a-player"


class NotTheHost(Refusal):
    """Only the host can do this. Parameters: by."""

    code = "not-the-host"


class DecisionOver(Refusal):
    """The decision this is about was answered before. Parameters: decision."""

    code = "decision-over"


class NotDue(Refusal):
    """The clock of the decision has not run out. Parameters: due_at."""

    code = "not-due"


class WaitsForHost(Refusal):
    """The game's time-out policy is to wait: no default action is taken. Parameters: seat."""

    code = "waits-for-host"


class NothingProposed(Refusal):
    """There is no open proposal to vote on. Parameters: about (undo, pause or abandon)."""

    code = "nothing-proposed"


class ProposalOpen(Refusal):
    """Another proposal is being voted on. Parameters: about, seat."""

    code = "proposal-open"


class AlreadyVoted(Refusal):
    """The seat has given this vote. Parameters: seat."""

    code = "already-voted"


class CannotUndo(Refusal):
    """The game's options or the rule of undo forbid it. Parameters: reason, to_version."""

    code = "cannot-undo"


class AlreadyPaused(Refusal):
    """The game is paused."""

    code = "already-paused"


class NotPaused(Refusal):
    """The game is not paused."""

    code = "not-paused"


class PausedByHost(Refusal):
    """Only the host ends a pause that the host began."""

    code = "paused-by-host"


class BadReason(Refusal):
    """A reason is one of the codes. Parameters: reason."""

    code = "bad-reason"


class BadDeadline(Refusal):
    """A deadline can only be moved to a later time, and only where a clock runs. Parameters: due_at."""

    code = "bad-deadline"


class OrderNoWild(Refusal):
    """An order to bid is for a wild, or for any. Parameters: card."""

    code = "order-no-wild"


class OrderNotForSale(Refusal):
    """An order to buy is for a number card: the market holds no other. Parameters: card."""

    code = "order-not-for-sale"


class OrderCardGone(Refusal):
    """An order for a card that cannot come any more. Parameters: card (a code, or ``any``)."""

    code = "order-card-gone"


class OrderOutOfRange(Refusal):
    """A number of an order that could never be reached. Parameters: field (amount, total or percent),
    value, least, most."""

    code = "order-out-of-range"


class OrderEmpty(Refusal):
    """An order to draw names neither a total nor a chance."""

    code = "order-empty"


class OrderAuctionOver(Refusal):
    """A sealed bid for an auction that is not on, or in which the seat has answered."""

    code = "order-auction-over"


class OrderTooLate(Refusal):
    """An order to buy after the seat's last buy."""

    code = "order-too-late"


class OrderPreference(Refusal):
    """An order that does not say which pieces it may pay with."""

    code = "order-preference"


class StaleOrders(StaleVersion):
    """The seat's orders were changed since the sender saw them. Parameters: expected, actual (versions
    of the private stream)."""

    code = "stale-orders"


class NoSuchOrder(Refusal):
    """There is no order of this kind to withdraw: it acted, or was withdrawn. Parameters: order (its
    key)."""

    code = "no-such-order"


class UnknownGame(TenpostError):
    """There is no such game here. Parameters: game."""

    code = "unknown-game"


class GameExists(TenpostError):
    """An import would overwrite a game that is stored. Parameters: game."""

    code = "game-exists"


class ViewOnly(Refusal):
    """The game was imported unfinished: its seed is not here, so it can be watched, not played."""

    code = "view-only"


class NoSuchVersion(TenpostError):
    """The game has not got that far. Parameters: game, version, last."""

    code = "no-such-version"


class LogFault(TenpostError):
    """A log is wrong. Parameters: version (of the first wrong event, or the line number where no
    version could be read), type, reason (a short English phrase)."""

    code = "log-fault"


class UnknownShape(LogFault):
    """An event of a type or schema this program does not know: the log is from a newer version.

    Parameters: stream, version, type, schema.
    """

    code = "unknown-shape"
