"""A game as somebody wants to set it up: read from the form, checked, kept until an address is confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from events.ten import cards
from events.ten.phases.lobby import DEFAULTS
from events.ten.shuffle import lucky_word
from events.types import SeatSpec
from service.habits import BadLimit, fit_limit
from service.schemas import Form
from service.typed import (
    GAME_NAME_LENGTH,
    Unfit,
    fit_address,
    fit_language,
    fit_name,
    fit_zone,
    fold,
)

PLACES = range(2, 6)
"""The seats beside the host's, which is seat 1."""
KINDS = ("", "mail", "link", "bot")
"""What such a seat is: nobody's, offered to an address, offered by a link, a bot's."""
TURN_LIMITS = (3600, 21_600, 43_200, 86_400, 172_800, 259_200, 604_800, 1_209_600)
AUCTION_LIMITS = (1800, 3600, 21_600, 43_200, 86_400, 172_800, 259_200)
"""Seconds that are offered. ``0`` is no limit, ``own`` one that is typed with its unit."""
UNITS = {"minutes": 60, "hours": 3600, "days": 86_400}
"""Of a limit that is typed: name -> seconds."""
WORD_LENGTH = 200


@dataclass(frozen=True)
class Place:
    """``kind`` is ``mail``, ``link`` or ``bot``; ``address`` as typed."""

    kind: str
    address: str | None = None


@dataclass(frozen=True)
class Plan:
    """``word`` is the digest of the host's lucky word; ``options`` those that differ from the defaults."""

    game: str
    name: str
    language: str
    zone: str
    address: str | None
    word: str
    places: Sequence[Place]
    options: Mapping[str, Any]
    shared: bool

    @property
    def alone(self) -> bool:
        """Whether nobody else has to be asked: the game can begin at once."""
        return all(place.kind == "bot" for place in self.places)

    @property
    def addresses(self) -> list[str]:
        """The addresses of those to be invited."""
        return [place.address for place in self.places if place.address is not None]

    @property
    def twice(self) -> bool:
        """Whether two seats would have the same address."""
        folded = [fold(a) for a in (*self.addresses, *([self.address] if self.address else []))]
        return len(set(folded)) < len(folded)

    def seats(self) -> list[SeatSpec]:
        """As ``CreateGame`` wants them; alone with nobody, the House sits at seat 2."""
        kinds = ["human", *("bot" if place.kind == "bot" else "human" for place in self.places)]
        if len(kinds) == 1:
            kinds.append("house")
        return [SeatSpec(number, kind) for number, kind in enumerate(kinds, 1)]

    def as_content(self) -> dict[str, Any]:
        """For a draft; ``from_content`` gives the plan back."""
        return {
            "game": self.game,
            "name": self.name,
            "language": self.language,
            "zone": self.zone,
            "address": self.address,
            "word": self.word,
            "places": [{"kind": place.kind, "address": place.address} for place in self.places],
            "options": dict(self.options),
        }


def from_content(content: Mapping[str, Any]) -> Plan:
    places = [Place(place["kind"], place["address"]) for place in content["places"]]
    return Plan(**{**content, "places": places, "shared": True})


@dataclass
class Problems:
    """What of a form cannot be taken: field -> code, as in ``Unfit``."""

    found: dict[str, str] = field(default_factory=dict)

    def note(self, name: str, code: str) -> None:
        self.found.setdefault(name, code)


def read(form: Form, *, known: bool) -> tuple[Plan | None, dict[str, str]]:
    """The plan, and what is wrong with the form by field; the plan is None unless all is well.

    known: the host is signed in, so that name and address need not be typed.
    """
    problems = Problems()

    def taken(name: str, fit: Any, *rest: Any) -> str:
        try:
            return str(fit(form.get(name) or "", *rest))
        except Unfit as unfit:
            problems.note(name, unfit.code)
            return ""

    name = "" if known else taken("name", fit_name)
    language = "en" if known else taken("language", fit_language)
    zone = "UTC" if known else taken("zone", fit_zone)
    game = taken("game", fit_name, "game", GAME_NAME_LENGTH)
    places = _places(form, problems)
    typed = (form.get("address") or "").strip()
    address = taken("address", fit_address) if typed and not known else None
    word = _word(form, problems)
    options = _options(form, 1 + len(places), problems)
    plan = Plan(
        game, name, language, zone, address, word, places, options, form.get("shared") == "yes"
    )
    if not plan.alone and not known and not typed:
        problems.note("address", "missing")
    if not problems.found and plan.twice and not plan.shared:
        problems.note("shared", "question")
    return (None if problems.found else plan), problems.found


def _places(form: Form, problems: Problems) -> list[Place]:
    places = []
    for seat in PLACES:
        kind = form.get(f"kind{seat}") or ""
        typed = (form.get(f"address{seat}") or "").strip()
        if kind not in KINDS:
            problems.note(f"kind{seat}", "unknown")
        elif kind == "mail":
            try:
                places.append(Place("mail", fit_address(typed)))
            except Unfit as unfit:
                problems.note(f"address{seat}", unfit.code if typed else "missing")
        elif kind:
            places.append(Place(kind))
    return places


def _word(form: Form, problems: Problems) -> str:
    try:
        return fit_word(form.get("word") or "")
    except Unfit as unfit:
        problems.note("word", unfit.code)
        return ""


def fit_word(text: str) -> str:
    """The digest of a lucky word, "" for none; the text is not kept. Raises Unfit."""
    if len(text) > WORD_LENGTH:
        raise Unfit("word", "long")
    try:
        return lucky_word(text)
    except ValueError:
        raise Unfit("word", "control") from None


def _limits(form: Form, problems: Problems) -> dict[str, Any]:
    """The limits of the clocks that differ from the defaults."""
    limits: dict[str, Any] = {}
    for name in ("turn_s", "auction_s"):
        text = form.get(name) or ""
        if not text:
            continue
        try:
            seconds = fit_limit(name, _seconds(form, name, text))
        except (BadLimit, ValueError):
            problems.note(name, "limit")
            continue
        if seconds != DEFAULTS[name]:
            limits[name] = seconds
    return limits


def _seconds(form: Form, name: str, text: str) -> int | None:
    """None for no limit. Raises ValueError for what is no number of seconds, minutes, hours or days."""
    unit = 1
    if text == "own":
        text = (form.get(f"{name}_own") or "").strip()
        unit = UNITS.get(form.get(f"{name}_unit") or "", 0)
    elif text == "0":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise ValueError(text)
    return int(text) * unit


def _options(form: Form, players: int, problems: Problems) -> dict[str, Any]:
    """The options that differ from the defaults."""
    choices: dict[str, tuple[Any, ...]] = {
        "timeouts": ("autoplay", "wait"),
        "undo": ("consent", "free", "none"),
        "vacation_days": tuple(range(61)),
        "spectators": ("open", "closed"),
    }
    options = _limits(form, problems)
    for name, allowed in choices.items():
        text = form.get(name)
        if text is None or text == "":
            continue
        value: Any = next((each for each in allowed if str(each) == text), problems)
        if value is problems:
            problems.note(name, "unknown")
            continue
        if value != DEFAULTS[name]:
            options[name] = value
    split = [(form.get(f"currency{worth}") or "").strip() for worth in range(1, 6)]
    if any(split):
        wanted = sum(cards.CURRENCY_SPLIT[min(max(players, 1), 5)])
        counts = [
            int(each) if each.isascii() and each.isdecimal() and len(each) < 3 else -1
            for each in split
        ]
        if min(counts) < 0 or sum(counts) != wanted:
            problems.note("currency", "sum")
        else:
            options["currency"] = counts
    return options
