"""The commands in each language: what we print is understood, and so is English and what people type."""

import unicodedata
from datetime import date

import pytest

from service.wording import Words
from workers.mail.reply import intents as i
from workers.mail.reply.forms import EXAMPLES, written
from workers.mail.reply.lexicon import KEYWORDS, VERBS, lexicon
from workers.mail.reply.parse import parse

LANGUAGES = ("en", "da", "sq", "ne", "cy")
ALL = (
    *EXAMPLES,
    i.Bid(12, i.Pay(2, 2, ("R1", "WW"))),
    i.Bid(6, i.Pay(rest=("busts",))),
    i.Bid(6, i.Pay(0, 1, rest=("tokens",))),
    i.Buy("G5", i.Pay(cards=("R3",), rest=("tokens", "busts"))),
    i.Order("RW", 0),
    i.Vacation(date(2026, 8, 14)),
    i.Vacation(date(2026, 8, 14), date(2026, 8, 1)),
    i.Say("Godt spillet, Bob: 4!"),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("intent", ALL, ids=repr)
def test_a_command_that_we_print_is_understood(language: str, intent: i.Intent) -> None:
    told = written(Words(language), intent)
    assert [line.intent for line in parse(told, language)] == [intent]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("intent", ALL, ids=repr)
def test_english_is_understood_in_every_language(language: str, intent: i.Intent) -> None:
    told = written(Words("en"), intent)
    assert [line.intent for line in parse(told, language)] == [intent]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("intent", ALL[:-1], ids=repr)
def test_case_and_accents_do_not_matter(language: str, intent: i.Intent) -> None:
    told = written(Words(language), intent).upper()
    plain = unicodedata.normalize("NFD", told)
    bare = "".join(sign for sign in plain if not "\u0300" <= sign <= "\u036f")
    assert [line.intent for line in parse(bare, language)] == [intent]


LABELS: tuple[tuple[str, dict[str, object], i.Intent], ...] = (
    ("Draw a card", {}, i.Draw()),
    ("Stop and take the numbers", {}, i.StopNumbers()),
    ("Stop and take the currency", {}, i.StopCurrency()),
    ("Stop: take the numbers", {}, i.StopNumbers()),
    ("Stop: take the currency", {}, i.StopCurrency()),
    ("Bid %(amount)s", {"amount": 4}, i.Bid(4)),
    ("Pass", {}, i.Pass()),
    ("Buy %(card)s for %(price)s", {"card": "G5", "price": 5}, i.Buy("G5")),
    ("Buy %(card)s", {"card": "G5"}, i.Buy("G5")),
    ("Buy nothing", {}, i.NoBuy()),
)
"""What the buttons of mails and pages say."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("label", "params", "intent"), LABELS)
def test_what_a_button_says_is_understood_as_a_reply(
    language: str, label: str, params: dict[str, object], intent: i.Intent
) -> None:
    told = Words(language).say(label, **params)
    assert [line.intent for line in parse(told, language)] == [intent]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_words_and_no_verb_is_lost_behind_another(language: str) -> None:
    words = lexicon(language)
    assert set(words.first) == set(KEYWORDS)
    found = {key for keys in words.phrases.values() for key in keys}
    assert found == set(KEYWORDS)
    for key in VERBS:
        alone = [phrase for phrase, keys in words.phrases.items() if keys == {key}]
        assert alone, key


@pytest.mark.parametrize(
    ("language", "text", "intent"),
    [
        ("da", "jeg byder 4", i.Bid(4)),
        ("da", "Jeg vil gerne trække 3 kort, tak", i.Draw(3)),
        ("da", "træk et kort", i.Draw()),
        ("da", "traek", i.Draw()),
        ("da", "koeb G5", i.Buy("G5")),
        ("da", "køb grøn 5", i.Buy("G5")),
        ("da", "stop og tag tallene", i.StopNumbers()),
        ("da", "tag pengene", i.StopCurrency()),
        ("da", "jeg køber ikke", i.NoBuy()),
        ("da", "byd 4 med en jeton og en sprængjeton", i.Bid(4, i.Pay(1, 1))),
        ("da", "byd 4 på W7", i.Bid(4, None, "W7")),
        ("da", "byd op til 5 på W7", i.Order("W7", 5)),
        ("da", "ferie til d. 14. august 2026", i.Vacation(date(2026, 8, 14))),
        ("da", "på ferie til 8/7/2026", i.Vacation(date(2026, 7, 8))),
        ("da", "sig godt spillet", i.Say("godt spillet")),
        ("da", "jeg stopper og tager tallene", i.StopNumbers()),
        ("da", "byd ikke", i.Pass()),
        ("da", "ikke mere mail", i.Mute()),
        ("sq", "thuaj pas", i.Pass()),
        ("sq", "thuaj se pas", i.Say("se pas")),
        ("sq", "unë ofroj 4", i.Bid(4)),
        ("sq", "merr një letër", i.Draw()),
        ("sq", "terhiq 2 letra, ju lutem", i.Draw(2)),
        ("sq", "marr numrat", i.StopNumbers()),
        ("sq", "ndal dhe merr parate", i.StopCurrency()),
        ("sq", "blej jeshile 5", i.Buy("G5")),
        ("sq", "nuk blej", i.NoBuy()),
        ("sq", "ofro 4 me një zheton dhe një zheton djegieje", i.Bid(4, i.Pay(1, 1))),
        ("sq", "porosi për çdo xhol 2", i.Order(None, 2)),
        ("sq", "pushime deri më 14 gusht 2026", i.Vacation(date(2026, 8, 14))),
        ("sq", "ndalem dhe marr numrat", i.StopNumbers()),
        ("sq", "blej të gjelbrën 5", i.Buy("G5")),
        ("sq", "jo më mesazhe", i.Mute()),
        ("ne", "म ४ बोल्छु", i.Bid(4)),
        ("ne", "३ वटा कार्ड तान्छु", i.Draw(3)),
        ("ne", "कृपया एउटा कार्ड तान्नुहोस्", i.Draw()),
        ("ne", "अंक लिन्छु", i.StopNumbers()),
        ("ne", "अङ्क लिने", i.StopNumbers()),
        ("ne", "पैसा लिन्छु", i.StopCurrency()),
        ("ne", "हरियो ५ किन्छु", i.Buy("G5")),
        ("ne", "केही किन्दिनँ", i.NoBuy()),
        ("ne", "एक टोकन र एक बस्ट तिरेर ४ बोल्छु", i.Bid(4, i.Pay(1, 1))),
        (
            "ne",
            "R3 R3 र टोकन तिरेर G5 किन",
            i.Buy("G5", i.Pay(cards=("R3", "R3"), rest=("tokens",))),
        ),
        ("ne", "बोल ४ सँग १ टोकन, १ बस्ट", i.Bid(4, i.Pay(1, 1))),
        ("ne", "जोकर ७ आदेश ५", i.Order("W7", 5)),
        ("ne", "२०२६-०८-१४ सम्म छुट्टीमा", i.Vacation(date(2026, 8, 14))),
        ("ne", "१४ अगस्ट २०२६ सम्म बिदा", i.Vacation(date(2026, 8, 14))),
        ("cy", "dwi'n cynnig 4", i.Bid(4)),
        ("cy", "Tynna 3 cerdyn os gwelwch yn dda", i.Draw(3)),
        ("cy", "stopio a chymryd y rhifau", i.StopNumbers()),
        ("cy", "cymryd yr arian", i.StopCurrency()),
        ("cy", "prynu gwyrdd 5", i.Buy("G5")),
        ("cy", "prynu dim", i.NoBuy()),
        ("cy", "cynnig 4 gyda 1 tocyn a thocynnau chwalu", i.Bid(4, i.Pay(1, rest=("busts",)))),
        ("cy", "archeb ar gyfer W7 hyd at 5", i.Order("W7", 5)),
        ("cy", "ar wyliau tan 14 Awst 2026", i.Vacation(date(2026, 8, 14))),
        ("cy", "dwed helo", i.Say("helo")),
    ],
)
def test_what_people_type(language: str, text: str, intent: i.Intent) -> None:
    assert [line.intent for line in parse(text, language)] == [intent]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("da", "træk ikke"),
        ("da", "byd 4 hvis ingen andre byder"),
        ("sq", "mos tërhiq"),
        ("sq", "ofro 4 nëse askush nuk ofron"),
        ("ne", "नतान"),
        ("ne", "तान कि नतान"),
        ("cy", "paid â thynnu"),
        ("cy", "cynnig 4 os nad oes neb arall"),
    ],
)
def test_a_no_or_an_if_is_never_played(language: str, text: str) -> None:
    for line in parse(text, language):
        assert isinstance(line.intent, i.Unclear | i.Unknown)


@pytest.mark.parametrize("text", ["byd 6 med to jetoner og R5", "byd 6 med to sprængjetoner"])
def test_the_danish_two_is_not_passed_over_as_the_english_to(text: str) -> None:
    assert [line.intent for line in parse(text, "da")] == [i.Unclear()]


def test_a_language_without_catalogue_is_read_as_english() -> None:
    assert [line.intent for line in parse("draw 3", "xx")] == [i.Draw(3)]
