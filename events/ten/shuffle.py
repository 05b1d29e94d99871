"""The shuffle `tenpost/1`, which anyone can check once the seed is revealed (events.md).

Seed and lucky words go in, the same deck comes out on every machine: there is no chance in here.
Ruling T0 lives here too: the shuffle draws the first seat.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from unicodedata import normalize

from events.ten.cards import in_order

NAME: Final = "tenpost/1"
SEED_BYTES: Final = 32

_SPAN: Final = 2**64
_INTEGERS: Final = struct.Struct(">4Q")


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The order of a game: `deck[0]` is drawn first, `first_seat` takes the first turn."""

    deck: tuple[str, ...]
    first_seat: int


class Numbers:
    """The stream of evenly spread whole numbers that grows out of a key."""

    def __init__(self, key: bytes) -> None:
        """Begin at block 0 of the key."""
        self._key = key
        self._blocks = 0
        self._integers: list[int] = []

    def uniform(self, n: int) -> int:
        """The next number from 0 to n - 1, for n from 1 to 2^64; ValueError on any other n."""
        if not 1 <= n <= _SPAN:
            raise ValueError(f"A number can be drawn below 1 to 2^64, not below {n}.")
        # Integers from here up would make the low answers likelier than the others: not used.
        limit = _SPAN - _SPAN % n
        while True:
            if not self._integers:
                self._read_block()
            integer = self._integers.pop()
            if integer < limit:
                return integer % n

    def _read_block(self) -> None:
        """Append the integers of the next block, turned round so that pop() takes the first."""
        block = sha256(self._key + self._blocks.to_bytes(8, "big")).digest()
        self._blocks += 1
        self._integers.extend(reversed(_INTEGERS.unpack(block)))


def commitment(seed: bytes) -> str:
    """What is published of the seed before the game: 64 hex digits.

    ValueError unless the seed has 32 bytes.
    """
    return sha256(_checked(seed)).hexdigest()


def lucky_word(text: str) -> str:
    """What the log keeps of a lucky word: 64 hex digits, or "" if nothing but space was typed.

    ValueError if the text has a lone surrogate, which UTF-8 cannot write.
    """
    word = normalize("NFC", text).strip()
    return sha256(word.encode()).hexdigest() if word else ""


def shuffled(
    seed: bytes, words: Sequence[str], copies: Mapping[str, int], takers: Sequence[int]
) -> Shuffle:
    """The deck in the order it will be drawn, and the first of the seats that take turns (T0).

    `words`: what `lucky_word` answered, one for each seat in seat order, "" where there is none;
    `copies`: code -> copies, as `cards.deck` answers; `takers`: the seats that take turns, rising.
    ValueError if the seed has not 32 bytes, a word is not ASCII or there is no taker; KeyError on
    an unknown card.
    """
    key = sha256(b"\0".join((NAME.encode(), _checked(seed), *(w.encode("ascii") for w in words))))
    numbers = Numbers(key.digest())
    deck = [code for code in in_order(copies) for _ in range(copies[code])]
    for i in range(len(deck) - 1, 0, -1):
        j = numbers.uniform(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return Shuffle(deck=tuple(deck), first_seat=takers[numbers.uniform(len(takers))])


def _checked(seed: bytes) -> bytes:
    """The seed as given: with another length, two seeds and words could make the same key."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return seed
