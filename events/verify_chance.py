"""What a log tells of chance, weighed against the seed that it reveals.

While a game is unfinished nobody outside knows the seed: then the log is believed about each card, as
long as the card could still be in the pile and is the one that was seen there before an undo.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from events import types as t
from events.errors import LogFault
from events.ten import cards
from events.ten.phases.lobby import option
from events.ten.shuffle import Shuffle, commitment, shuffled
from events.ten.state import GameState

Words = tuple[str, ...]

_WHOLE_DECK = sum(cards.deck(5).values())


IMPOSSIBLE = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What comes of events that no reader has checked."""


class NotInPile(Exception):
    """The log draws a card that cannot be in the pile any more."""


def fault(of: t.Recorded, reason: str) -> LogFault:
    """What is wrong with this event."""
    return LogFault(version=of.version, type=of.type, reason=reason)


@dataclass
class Told:
    """Answers the rules as the log does, or as the revealed seed does once that is to be believed.

    ``event`` is the one the walk has come to. ``faults`` are the events that the evidence speaks
    against, each with its version.
    """

    seed: str = ""
    shuffle: Shuffle | None = None
    seats: Sequence[int] = ()
    """Unknown seed: the seats by which the log begins the first turn."""
    event: t.Event | None = None
    faults: list[LogFault] = field(default_factory=list)

    def first_seat(
        self, words: Sequence[str], deck: Mapping[str, int], takers: Sequence[int]
    ) -> int:
        """T0. With an unknown seed the seat that most of the first events name."""
        if self.shuffle is not None:
            return self.shuffle.first_seat
        named = [seat for seat in self.seats if seat in takers]
        return max(named, key=named.count, default=takers[0])

    def next_card(self, state: GameState) -> str:
        """Raises NotInPile: with an unknown seed, for a card of which no copy can be left."""
        place = state.deck_size - state.draw_pile
        if self.shuffle is not None and place < len(self.shuffle.deck):
            return self.shuffle.deck[place]
        if place < len(state.known):
            return state.known[place]
        card = self.event.card if isinstance(self.event, t.CardDrawn) else ""
        if state.known.count(card) >= state.deck.get(card, 0):
            raise NotInPile(card)
        return card


def weigh(log: Sequence[t.Recorded], end: int) -> Told:
    """What to believe of chance, by the first ``end`` events and the seed.

    Nothing, if the log holds what no reader would have let in: then the walk names it.
    """
    try:
        return _weigh(log, end)
    except IMPOSSIBLE:
        return Told()


def _weigh(log: Sequence[t.Recorded], end: int) -> Told:
    """Whom to believe: the seed, the commitment, the claims, the options or ``GameStarted``.

    Where two events contradict each other, the draws of the whole game decide which of them is wrong;
    but only those of the first ``end`` events, up to where the chain is whole.
    """
    sound = log[:end]
    told = Told(seats=_first_seats(sound))
    revealed = next((each for each in log if isinstance(each.event, t.DeckRevealed)), None)
    created = log[0].event
    if revealed is None or not isinstance(revealed.event, t.DeckRevealed):
        return told
    told.seed = revealed.event.seed
    if not isinstance(created, t.GameCreated):
        return told
    committed = created.commitment == _commitment(told.seed)
    started = next((each.event for each in sound if isinstance(each.event, t.GameStarted)), None)
    proven = started is not None and _weigh_deal(told, sound, created, started, committed)
    if not committed:
        told.faults.append(
            fault(log[0], "commitment is not that of the seed revealed, by which the cards fell")
            if proven
            else fault(
                revealed, "seed is not the one that the commitment of version 1 was made from"
            )
        )
    return told


def _weigh_deal(
    told: Told,
    log: Sequence[t.Recorded],
    created: t.GameCreated,
    started: t.GameStarted,
    committed: bool,
) -> bool:
    """Give ``told`` the shuffle, if the seed is to be believed. Answers whether the draws prove it.

    A seed that was not committed to is believed only if every card fell by it.
    """
    claims = _claims(log, created)
    claimed = tuple(word for word, _ in claims)
    dealt = _deck(created)
    takers = [spec.seat for spec in created.seats if spec.kind != "house"]
    drawn = _draws(log)
    best: tuple[Words, Mapping[str, int]] | None = None
    most = 0
    for words in dict.fromkeys((claimed, tuple(started.words))):
        for deck in (dealt, started.deck) if dealt != started.deck else (dealt,):
            shuffle = _shuffled(told.seed, words, deck, takers)
            right = _agreeing(shuffle, drawn)
            if shuffle is not None and (best is None or right > most):
                best, most, told.shuffle = (words, deck), right, shuffle
    proven = 2 * most > len(drawn) if committed else most == len(drawn) > 0
    if best is None or not (committed or proven):
        told.shuffle = None
        return False
    words, deck = best
    if proven and words != claimed:
        told.faults += [
            fault(claim, f'word is "{word}", expected "{right}", by which the cards fell')
            for (word, claim), right in zip(claims, words, strict=False)
            if claim is not None and word != right
        ]
    if proven and deck != dealt and (wrong := _wrong_for(deck, len(takers))) is not None:
        told.faults.append(fault(log[0], f"{wrong} do not give the deck that the cards fell from"))
    return proven


def _wrong_for(deck: Mapping[str, int], players: int) -> str | None:
    """The field of ``GameCreated`` by which it should have been this deck; None if nothing gives it."""
    currency = [deck.get(code, 0) for code in cards.CODES if code in cards.CURRENCY]
    for number in (players, *cards.CURRENCY_SPLIT):
        try:
            if cards.deck(number, currency) == deck:
                return "options" if number == players else "seats"
        except ValueError:
            continue
    return None


def _claims(
    log: Sequence[t.Recorded], created: t.GameCreated
) -> list[tuple[str, t.Recorded | None]]:
    """For each seat in order the word it was claimed with, and that claim."""
    claimed = {each.event.seat: each for each in log if isinstance(each.event, t.SeatClaimed)}
    claims: list[tuple[str, t.Recorded | None]] = []
    for spec in created.seats:
        claim = claimed.get(spec.seat)
        word = claim.event.word if claim and isinstance(claim.event, t.SeatClaimed) else ""
        claims.append((word, claim))
    return claims


def _deck(created: t.GameCreated) -> Mapping[str, int]:
    """The deck that the rules give these seats and options; empty if they give none."""
    players = sum(spec.kind != "house" for spec in created.seats)
    try:
        return cards.deck(players, option(created.options, "currency"))
    except (ValueError, TypeError):
        return {}


def _commitment(seed: str) -> str:
    try:
        return commitment(bytes.fromhex(seed))
    except ValueError:
        return ""


def _shuffled(
    seed: str, words: Words, deck: Mapping[str, int], takers: Sequence[int]
) -> Shuffle | None:
    """The deal, or None if a log says what no game could."""
    if not deck or sum(deck.values()) > _WHOLE_DECK:
        return None
    try:
        return shuffled(bytes.fromhex(seed), words, deck, takers)
    except (ValueError, LookupError):
        return None


def _draws(log: Sequence[t.Recorded]) -> list[tuple[int, str]]:
    """Place in the pile and card of every draw, those after an undo where they fell again."""
    place = 0
    at_version = [0]
    drawn = []
    for each in log:
        if isinstance(each.event, t.CardDrawn):
            drawn.append((place, each.event.card))
            place += 1
        elif isinstance(each.event, t.MovesUndone) and each.event.to_version < len(at_version):
            place = at_version[each.event.to_version]
        at_version.append(place)
    return drawn


def _agreeing(shuffle: Shuffle | None, drawn: Sequence[tuple[int, str]]) -> int:
    if shuffle is None:
        return -1
    deck = shuffle.deck
    return sum(place < len(deck) and deck[place] == card for place, card in drawn)


def _first_seats(log: Sequence[t.Recorded]) -> list[int]:
    """The first seat as ``GameStarted`` and the two events after it tell it."""
    for place, each in enumerate(log):
        if isinstance(each.event, t.GameStarted):
            after = (follower.event for follower in log[place + 1 : place + 3])
            named = [e.seat for e in after if isinstance(e, t.TurnStarted | t.DecisionOpened)]
            return [each.event.first_seat, *named]
    return []
