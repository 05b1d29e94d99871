"""Chances as people read them: so many cards in so many, and in percent."""

from fractions import Fraction

from babel.numbers import format_percent

from service.wording.catalogue import Catalogue, locale


def percent(language: str, chance: Fraction) -> str:
    """ "21.1%" as the language writes it; nothing that can happen is told as 0.0%."""
    data = locale(language)
    tenths = round(chance * 1000)
    if chance and not tenths:
        tenths = 1
    if chance != 1 and tenths == 1000:
        tenths = 999
    pattern = str(data.percent_formats[None].pattern).replace("##0", "##0.0")
    return str(format_percent(tenths / 1000, pattern, locale=data)).replace("\xa0", " ")


def chance(words: Catalogue, cards: int, ways: int) -> str:
    """ "12 of 57, 21.1%"."""
    told = percent(words.language, Fraction(cards, ways or 1))
    return words.say("%(cards)s of %(ways)s, %(percent)s", cards=cards, ways=ways, percent=told)
