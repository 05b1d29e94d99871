"""Whether the sharp bot pushes its luck: the better reward now against what the next card promises.

All values are thousandths of a point. One card is looked ahead, exactly, over all that are unseen;
what drawing still more might bring is an estimate, ``AGAIN``.
"""

from collections.abc import Mapping
from typing import Final

from events import commands as c
from events.ten import cards
from events.ten.odds import known_next, limits, unseen
from events.ten.promise import COLOUR, hand, players, stage
from events.ten.purse import BUST_TOKEN, bargains, purse, token_gain, token_worth
from events.ten.state import GameState, Seat

RIVALS: Final = 350
"""What a token costs that goes to one of the others, in thousandths of what it is worth there; all
the others share it."""
MARKET: Final = 40
"""What it costs to leave a number card to the market."""
AUCTION: Final = 300
"""What an auction is worth to the seat that bids last."""
AGAIN: Final = 30
"""What it is worth to be able to draw yet again, for each number up to the bust."""

NEVER: Final = -(10**9)
"""The value of a reward that the row does not give (T2)."""


def push(state: GameState, seat: Seat) -> c.Wish:
    """Draw, or take the numbers or the currency."""
    most = limits(state)
    if state.draw_pile and (not state.row or _harmless(*most)):
        return c.DrawCard(seat.seat)
    weighed = _Row(state, seat)
    numbers, currency = weighed.numbers(0), weighed.currency(0)
    stop = max(numbers, currency)
    if state.draw_pile:
        coming = known_next(state)
        possible = {coming[0]: 1} if coming else unseen(state)
        if weighed.drawn(possible, most, stop) > stop * sum(possible.values()):
            return c.DrawCard(seat.seat)
    return c.TakeNumbers(seat.seat) if numbers >= currency else c.TakeCurrency(seat.seat)


def _harmless(number: int, currency: int) -> bool:
    """Whether no card at all can bust, these being the highest that do not."""
    return number >= 9 and currency >= 5


class _Row:
    """The row as it lies, weighed for the seat that may take it."""

    __slots__ = ("_bust", "_gains", "_gifts", "_held", "_laid", "_left", "_own", "_value")

    def __init__(self, state: GameState, seat: Seat) -> None:
        now = stage(state)
        token = token_worth(players(state), now)
        gain = token_gain(token)
        numbers = [code for code in state.row if code in COLOUR]
        codes = (*seat.cards, *numbers)
        held = hand(codes, now)
        others = [gain[other.tokens] for other in state.seats if other is not seat]
        self._laid = len(numbers)
        self._held = state.row_currency
        self._gains = held.gains
        # By tokens paid out, 0 to 10: what the seat gains by them, and what it costs if all others do.
        self._own = gain[seat.tokens]
        weight = 1000 * len(others)
        self._gifts = [sum(each) * RIVALS // weight for each in zip(*others, strict=True)]
        self._left = MARKET * len(numbers)
        self._bust = BUST_TOKEN if state.busts else 0
        self._value = held.promise - hand(seat.cards, now).promise
        if state.market:
            # Cards of the row are no means of payment here: an estimate that is quick to make.
            wallet = purse(tuple(seat.cards), seat.tokens, seat.busts, now, token)
            self._value += max(bargains(state.market, codes, held, wallet).values(), default=0)

    def numbers(self, more: int) -> int:
        """Of taking the numbers, with so much more currency in the row."""
        return self._value - self._gifts[self._held + more] if self._laid else NEVER

    def currency(self, more: int) -> int:
        """Of taking the currency, with so much more of it in the row."""
        held = self._held + more
        return self._own[held] - self._left if held else NEVER

    def drawn(self, possible: Mapping[str, int], most: tuple[int, int], stop: int) -> int:
        """The sum, over the cards that may come, of what each leaves the seat with.

        most: the highest number and the highest currency card that do not bust; stop: what the
        better reward promises now, which an auction does not change.
        """
        most_number, most_currency = most
        gains, value = self._gains, cards.VALUE
        numbers = self._value - self._gifts[self._held]
        currency = self.currency(0) - MARKET  # with the new number left to the market too
        bust = self._bust - self._left
        bust_by_number = bust - self._gifts[self._held] - MARKET
        total = 0
        for code, count in possible.items():
            if not count:
                continue
            if code in COLOUR:
                number = value[code]
                if number > most_number:
                    total += count * bust_by_number
                else:
                    best = numbers + gains[COLOUR[code]][number]
                    if best < currency:
                        best = currency
                    total += count * (best + AGAIN * (most_number - number))
            elif code in cards.CURRENCY:
                more = value[code]
                if more > most_currency:
                    total += count * bust
                else:
                    best = max(self.numbers(more), self.currency(more))
                    total += count * (best + AGAIN * min(10, most_number + more))
            else:
                total += count * (stop + AUCTION)
        return total
