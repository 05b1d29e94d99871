"""What is wrong with a field, in a sentence, and the choices that fields offer."""

from functools import cache
from zoneinfo import available_timezones

from service.typed import LANGUAGES
from service.wording import Words, languages

NAMES = {
    "en": "English",
    "da": "Dansk",
    "sq": "Shqip",
    "ne": "नेपाली",
    "cy": "Cymraeg",
}
"""Languages by their own names."""


def wrong(words: Words, field: str, code: str) -> str:
    """The sentence for a field that cannot be taken."""
    say = words.say
    if field.startswith("address"):
        if code == "missing":
            return say("Type the address that the mail is to go to.")
        return say("This is no mail address. Type one such as ann@example.org.")
    if field.startswith("kind"):
        return say("Choose one of the ways that are offered to fill this seat.")
    limit = say(
        "A clock can run from 5 minutes to 30 days, or not at all. Choose a limit in between."
    )
    by_code = {
        "missing": say("Type a name here."),
        "long": say("This is too long. Shorten it."),
        "control": say("There are signs in it that cannot be shown. Type it anew."),
    }
    if code in by_code:
        return by_code[code]
    return {
        "zone": say("There is no such time zone. Choose one of the list, such as Europe/Berlin."),
        "quiet": say(
            "Quiet hours need two times of day such as 22:00 and 07:30, at most 16 hours apart;"
            " leave both empty for none."
        ),
        "lead": say("A reminder can come from 5 minutes to 30 days before the deadline."),
        "language": say("Choose one of the languages that are offered."),
        "turn_s": limit,
        "auction_s": limit,
        "vacation_days": say("Vacation is 0 to 60 days for each player. Type a number in between."),
        "currency": say("The five counts are whole numbers that add up to the cards of the deck."),
        "shared": say(
            "Two seats would share one address. Tick the box if that is meant:"
            " each mail then names its seat."
        ),
    }.get(field, say("Choose one of the values that are offered."))


def all_wrong(words: Words, problems: dict[str, str]) -> dict[str, str]:
    """Field -> sentence."""
    return {field: wrong(words, field, code) for field, code in problems.items()}


@cache
def zones() -> tuple[str, ...]:
    """The time zones that a list offers: places, and UTC."""
    areas = (
        "Africa/",
        "America/",
        "Asia/",
        "Atlantic/",
        "Australia/",
        "Europe/",
        "Indian/",
        "Pacific/",
    )
    return ("UTC", *sorted(zone for zone in available_timezones() if zone.startswith(areas)))


def spoken() -> list[tuple[str, str]]:
    """(code, own name) of each language there is."""
    return [(code, NAMES[code]) for code in LANGUAGES if code in languages()]
