"""What the core is told of chance: the next card and the first seat, from a seed that only a few may read.

``Chance`` is what ``decide`` asks; ``Dealer`` answers from the seed. The verifier answers from a log.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from events.ten.shuffle import Shuffle, shuffled
from events.ten.state import GameState


class Chance(Protocol):
    """The outcomes that no rule determines."""

    @property
    def seed(self) -> str:
        """64 hex digits, to be revealed when the game is over."""

    def first_seat(
        self, words: Sequence[str], deck: Mapping[str, int], takers: Sequence[int]
    ) -> int:
        """The seat that begins (T0), once all words are in."""

    def next_card(self, state: GameState) -> str:
        """The top card of the pile; the pile of ``state`` is not empty."""


class Dealer:
    """Deals a game from its seed (events.md, ``tenpost/1``). Pure: the same words give the same deck."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._dealt: tuple[tuple[str, ...], Shuffle] | None = None

    def _deal(
        self, words: Sequence[str], deck: Mapping[str, int], takers: Sequence[int]
    ) -> Shuffle:
        key = tuple(words)
        if self._dealt is None or self._dealt[0] != key:
            self._dealt = (key, shuffled(bytes.fromhex(self.seed), key, deck, takers))
        return self._dealt[1]

    def first_seat(
        self, words: Sequence[str], deck: Mapping[str, int], takers: Sequence[int]
    ) -> int:
        return self._deal(words, deck, takers).first_seat

    def next_card(self, state: GameState) -> str:
        pile = self._deal(state.words, state.deck, state.takers).deck
        return pile[len(pile) - state.draw_pile]
