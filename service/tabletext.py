"""The whole table as text, in lines of at most 72 columns: for mails and for ``tenpost replay``.

It is made from the public view of a game (``events.ten.view``), never from its state.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from events.ten.cards import COLOURS, ORDER
from events.ten.odds import Odds
from service.wording import Words
from service.wording.catalogue import mark
from service.wording.recap import busts, tokens

WIDTH: Final = 72
"""Columns of a line, as a mail client with a fixed font counts them."""


def table(
    words: Words,
    view: Mapping[str, Any],
    names: Mapping[int, str],
    you: int | None = None,
    odds: Odds | None = None,
) -> str:
    """Row, market, auction, every seat and the pile. ``you`` is the reader's seat.

    names: seat -> shown name; a seat without one is called by its number. odds: of the next card, to be
    told as well.
    """
    lines = _head(words, view, names)
    if view["phase"] == "lobby":
        return "\n".join([*lines, "", *_waiting(words, view, names, you)])
    lines += ["", *_middle(words, view)]
    if view["auction"] is not None:
        lines += ["", *_auction(words, view["auction"], names)]
    for seat in view["seats"]:
        lines += ["", *_seat(words, view, seat, names, you)]
    lines += ["", *_rest(words, view)]
    if odds is not None and odds.pile:
        lines += ["", *chances(words, odds)]
    return "\n".join(lines)


def chances(words: Words, odds: Odds) -> list[str]:
    """``told_chances`` in lines of at most 72 columns."""
    return [line for told in told_chances(words, odds) for line in wrapped(told, "   ")]


def told_chances(words: Words, odds: Odds) -> list[str]:
    """What the next card may do, exactly, and what is left in the pile by card; the pile is not empty."""
    next_card = words.say(
        "Next card: bust %(bust)s; auction %(auction)s; safe %(safe)s",
        bust=words.chance(odds.bust, odds.ways),
        auction=words.chance(odds.auction, odds.ways),
        safe=words.chance(odds.safe, odds.ways),
    )
    told = [next_card]
    if odds.coming:
        told.append(words.say("Known to come: %(cards)s", cards=" ".join(odds.coming)))
    if odds.remaining:
        cards = " ".join(
            code if copies == 1 else f"{copies}x{code}"
            for code, copies in sorted(odds.remaining.items(), key=lambda each: ORDER[each[0]])
        )
        told.append(words.say("In the pile: %(cards)s", cards=cards))
    return told


def scores(
    words: Words, view: Mapping[str, Any], names: Mapping[int, str], you: int | None = None
) -> str:
    """The results, best first, with every run and the wilds where they stand; "" without results. ``you``
    is the reader's seat."""
    results = sorted(view["results"] or (), key=lambda result: (result["rank"], result["seat"]))
    named = max(8, *(width(words.colour(colour)) + 1 for colour in COLOURS))
    lines: list[str] = []
    for result in results:
        points = words.count("%(n)s point", "%(n)s points", result["points"])
        holds = words.count("%(n)s card", "%(n)s cards", result["cards"])
        told = f"{points}, {tokens(words, result['tokens'])}, {holds}"
        name = words.seat(result["seat"], names)
        if result["seat"] == you:
            name = words.say("%(name)s (you)", name=name)
        place = "" if len(results) == 1 else f"{result['rank']}. "
        if len(results) == 1:
            told = f"{told}: {words.title(result['points'])}"
        lines += ["", *wrapped(f"{place}{name}: {told}", "   ")]
        for colour in sorted(result["runs"], key=COLOURS.index):
            run = result["runs"][colour]
            first, last = run["start"], run["start"] + run["length"] - 1
            span = str(first) if first == last else f"{first}-{last}"
            label = f"   {padded(words.colour(colour), named)}{span:<5}"
            lines += wrapped(label + " ".join(run["cards"]), " " * width(label))
    return "\n".join(lines[1:])


def _head(words: Words, view: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    phase = {
        "lobby": words.say("Waiting for the seats to be taken"),
        "scored": words.say("The game is over"),
        "abandoned": words.say("The game was ended without a score"),
        "final_buying": words.say("The last buys"),
    }.get(view["phase"])
    if phase is None:
        active = words.seat(view["active"], names)
        phase = words.say("Turn %(turn)s: %(name)s", turn=view["turn"], name=active)
    if view["phase"] == "lobby":
        return [phase]
    pile = words.count("%(n)s card in the pile", "%(n)s cards in the pile", view["draw_pile"])
    gap = WIDTH - width(phase) - width(pile)
    first = [phase + " " * gap + pile] if gap > 1 else [*wrapped(phase), pile]
    awaiting = view["awaiting"]
    if awaiting is None:
        return first
    asked = {
        "draw": mark("%(name)s: to draw or to stop"),
        "bid": mark("%(name)s: to bid or to pass"),
        "buy": mark("%(name)s: to buy or not"),
    }[awaiting["kind"]]
    told = words.say(asked, name=words.seat(awaiting["seat"], names))
    return [*first, *wrapped(f"> {told}", "  ")]


def _waiting(
    words: Words, view: Mapping[str, Any], names: Mapping[int, str], you: int | None
) -> list[str]:
    """Who sits there before the game begins; a seat that nobody took yet has its number."""
    lines: list[str] = []
    for seat in view["seats"]:
        name = words.seat(seat["seat"], names)
        if seat["seat"] == you:
            name = words.say("%(name)s (you)", name=name)
        lines += wrapped(f"  {name}", "     ")
    return lines


def _middle(words: Words, view: Mapping[str, Any]) -> list[str]:
    row, market = words.say("Row"), words.say("Market")
    label = max(width(row), width(market)) + 2
    lines = _labelled(row, " ".join(view["row"]) or words.say("empty"), label)
    if view["row"]:
        total = words.say(
            "numbers %(numbers)s - currency %(currency)s = %(total)s",
            numbers=view["row_numbers"],
            currency=view["row_currency"],
            total=view["row_total"],
        )
        limit = words.say("11 or more is a bust, and so are 11 of currency")
        lines += wrapped(" " * label + f"{total} ({limit})", " " * label)
    return lines + _labelled(market, grouped(view["market"]) or words.say("empty"), label)


def _auction(words: Words, auction: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    bids = {bid["seat"]: bid["amount"] for bid in auction["bids"]}
    card = words.say("Auction of %(card)s", card=auction["card"])
    told = [f"{card} ({words.card(auction['card'])})"]
    for seat in auction["order"]:
        name = words.seat(seat, names)
        if seat in bids:
            answer = words.say("%(name)s: bids %(amount)s", name=name, amount=bids[seat])
        elif seat in auction["passed"]:
            answer = words.say("%(name)s: passes", name=name)
        else:
            answer = words.say("%(name)s: still to answer", name=name)
        told += wrapped(f"   {answer}", "     ")
    return told


def _seat(
    words: Words,
    view: Mapping[str, Any],
    seat: Mapping[str, Any],
    names: Mapping[int, str],
    you: int | None,
) -> list[str]:
    number = seat["seat"]
    name = words.seat(number, names)
    if number == you:
        name = words.say("%(name)s (you)", name=name)
    turn = "*" if number == view["active"] and view["results"] is None else " "
    purse = f"{tokens(words, seat['tokens'])}, {busts(words, seat['busts'])}"
    lines = wrapped(f"{turn} {name}: {purse}", "     ")
    collection = grouped(seat["cards"]) or words.say("no cards")
    return lines + wrapped(f"     {collection}", "     ")


def _rest(words: Words, view: Mapping[str, Any]) -> list[str]:
    supply = view["supply"]
    lines = wrapped(
        words.say(
            "Supply: %(tokens)s, %(busts)s",
            tokens=tokens(words, supply["tokens"]),
            busts=busts(words, supply["busts"]),
        )
    )
    if view["discarded"]:
        told = words.say("Discarded: %(cards)s", cards=" ".join(view["discarded"]))
        lines += wrapped(told, "   ")
    return lines


def _labelled(label: str, text: str, at: int) -> list[str]:
    return wrapped(padded(label, at) + text, " " * at)


def grouped(codes: Iterable[str]) -> str:
    """The cards in order, a wide gap between colours: "R1 R2 RW   B4   W7"."""
    cards = sorted(codes, key=ORDER.__getitem__)
    groups = (" ".join(code for code in cards if code[0] == sign) for sign in "RBOGWC")
    return "   ".join(group for group in groups if group)


def wrapped(text: str, hanging: str = "", limit: int = WIDTH) -> list[str]:
    """The text in lines of at most ``limit`` columns, broken at spaces; further lines hang.

    A word longer than a line is cut, except an address: a cut link is no link.
    """
    if width(text) <= limit:
        return [text.rstrip(" ")]
    indent = text[: len(text) - len(text.lstrip(" "))]
    lines: list[str] = []
    line, filled = indent, False
    for gap, word in _words(text[len(indent) :]):
        for part in _parts(word, limit - width(hanging)):
            joined = line + (gap if filled else "") + part
            if filled and width(joined) > limit:
                lines.append(line)
                joined = hanging + part
            line, filled = joined, True
            gap = ""
    return [*lines, line]


def _words(text: str) -> Iterable[tuple[str, str]]:
    """Each word with the spaces before it."""
    gap = ""
    for word in text.split(" "):
        if word:
            yield gap, word
            gap = " "
        else:
            gap += " "


def _parts(word: str, limit: int) -> Sequence[str]:
    if width(word) <= limit or "://" in word:
        return (word,)
    parts = [""]
    for sign in word:
        if width(parts[-1] + sign) > limit:
            parts.append("")
        parts[-1] += sign
    return parts


def padded(text: str, columns: int) -> str:
    """The text and spaces up to that column."""
    return text + " " * max(0, columns - width(text))


def width(text: str) -> int:
    """Columns the text takes in a fixed font: wide signs count two, marks on a letter none."""
    if text.isascii():
        return len(text)
    columns = 0
    for sign in text:
        if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
            continue
        columns += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
    return columns
