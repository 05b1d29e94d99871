"""Words: what the service says, in the reader's language. Pages, mails and the command line share it.

English is the source: its sentences stand in the code and are looked up in a catalogue of the
reader's language. Whoever is addressed by name comes first and is followed by a colon ("Ann: bids
4"), because not every language can bend a name into a sentence.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from events import types as t
from events.errors import TenpostError
from service.wording import chances, faces, moments, recap, refusals
from service.wording.catalogue import Catalogue, languages

__all__ = ["Words", "languages"]


class Words(Catalogue):
    """Everything that can be said in one language. Raises UnknownLanguage for one without catalogue."""

    def refusal(self, error: TenpostError, names: Mapping[int, str] | None = None) -> str:
        """What is wrong and what to do, in one or two sentences. ``names``: seat -> shown name."""
        return refusals.refusal(self, error, names or {})

    def happened(
        self, event: t.Event, names: Mapping[int, str], zone: str | None = None, by: str = ""
    ) -> str | None:
        """One short line of the recap, or None for an event that says nothing to a reader. ``by`` is who
        acted, as in ``meta``."""
        return recap.happened(self, event, names, zone, by)

    def said(self, name: str, text: str) -> str:
        """A line of talk: "Ann: “well played”"."""
        return self.say("%(name)s: “%(text)s”", name=name, text=text)

    def moment(self, at: datetime | str, zone: str | None) -> str:
        """An absolute time in the reader's zone, with the zone's name (mail.md, "Form")."""
        return moments.moment(self.language, at, zone)

    def day(self, on: date) -> str:
        """A day of the calendar, with its weekday."""
        return moments.day(self.language, on)

    def card(self, code: str) -> str:
        """A card in words, for who hears it read out: "red 5", "red wild, any red number"."""
        return faces.card(self, code)

    def colour(self, letter: str) -> str:
        """ "red" for R, and "white" for the wilds of no colour (W)."""
        return faces.colour(self, letter)

    def chance(self, cards: int, ways: int) -> str:
        """So many cards in so many, each as likely: "12 of 57, 21.1%"."""
        return chances.chance(self, cards, ways)

    def pieces(self, payment: t.Payment) -> str:
        """What is handed over: "2 tokens, 1 bust token, R3 R3"."""
        return recap.pieces(self, payment)

    def title(self, points: int) -> str:
        """The title a solo score earns (rules.md section 9, P1)."""
        return faces.title(self, points)

    def bot(self, number: int) -> str:
        """The shown name of a seat that a bot plays; ``number`` is the seat's."""
        return self.say("Bot %(number)s", number=number)

    def house(self) -> str:
        """The shown name of seat 2 of a solo game."""
        return self.say("the House")

    def former(self) -> str:
        """The shown name of somebody who has left for good, and of whom no name is kept."""
        return self.say("a former player")

    def names(self, view: Mapping[str, Any], people: Mapping[int, str]) -> dict[int, str]:
        """Seat -> shown name for every seat of a view: a person's name, else what the seat is.

        A seat that a person holds keeps that name while a bot plays for it; an empty one is that of a
        former player.
        """
        shown = {}
        for seat in view["seats"]:
            number, kind = seat["seat"], seat["kind"]
            if number in people:
                shown[number] = people[number] or self.former()
            elif kind == "house":
                shown[number] = self.house()
            elif kind == "bot":
                shown[number] = self.bot(number)
            else:
                shown[number] = self.say("seat %(number)s", number=number)
        return shown

    def seat(self, number: int, names: Mapping[int, str]) -> str:
        """The seat's shown name, or "seat 2" where none is known."""
        return names.get(number) or self.say("seat %(number)s", number=number)
