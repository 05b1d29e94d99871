"""The sentences of the rules, one chapter after another; ``rules.py`` puts them together.

Short sentences in our own words: they are translated one by one, and read out on a phone.
"""

from typing import Final

from service.wording.catalogue import mark

RULINGS: Final = (
    "D0",
    "D1",
    "T0",
    "T1",
    "T2",
    "T3",
    "B1",
    "B2",
    "B3",
    "A1",
    "A2",
    "E1",
    "S1",
    "P1",
)
"""Every ruling of rules.md, in the order of its list."""

Entry = str | tuple[str, str]
"""A message, or a ruling's sign and its message; ``#name`` stands for a table of ``rules``."""

CHAPTERS: Final[tuple[tuple[str, str, tuple[Entry, ...]], ...]] = (
    (
        "aim",
        mark("What it is about"),
        (
            mark(
                "TEN is a game for 1 to 5 players from the age of 10. You draw cards and stop before you go"
                " bust, take numbers or currency, buy from the market and bid for wilds."
            ),
            mark(
                "Most points win. In each of four colours your longest run of numbers scores a point a card."
            ),
            mark(
                "Where the printed rules are silent, this service decides. Each such ruling has a sign,"
                " such as T1; the list is at the end."
            ),
        ),
    ),
    (
        "cards",
        mark("The cards"),
        (
            mark("Two signs name a card, on every page and in every mail."),
            "#codes",
            mark(
                "Each colour has a letter and a shape as well: red circle, blue square, orange triangle,"
                " green diamond. Nobody has to tell colours apart."
            ),
            (
                "D0",
                mark(
                    "The whole deck has 129 cards. Summaries of the rules count ten number wilds and a full"
                    " wild, which would make 130; the printed deck has nine number wilds and one full wild."
                ),
            ),
            "#decks",
            (
                "D1",
                mark(
                    "With fewer players some cards stay out. Which ones is printed on the cards only: the"
                    " totals 129 and 89 are known, the rest of this table is ours. The host may choose other"
                    " counts of currency cards, and each game notes its deck."
                ),
            ),
            mark("Besides there are 50 currency tokens and 15 bust tokens."),
        ),
    ),
    (
        "beginning",
        mark("The beginning"),
        (
            mark("The deck is shuffled. Everybody starts with 5 currency tokens."),
            mark(
                "Turns pass to the left: to the seat with the next number, and from the last to the first."
            ),
            (
                "T0",
                mark(
                    "The shuffle also draws who begins. At a real table that is whoever is dealt the marked"
                    " card."
                ),
            ),
        ),
    ),
    (
        "drawing",
        mark("Your turn: drawing"),
        (
            mark("Turn over the top card of the pile, one at a time."),
            mark("Number cards and currency cards are laid in the row."),
            mark(
                "A wild never comes into the row. Drawing stops, the wild is auctioned at once, and then your"
                " turn goes on."
            ),
            mark(
                "After each card that did not end your turn: draw again, or stop and take a reward."
            ),
            (
                "T1",
                mark(
                    "You must draw first. You may stop only with a card in the row; if wilds come first, draw"
                    " on until the row holds a card or the pile is empty."
                ),
            ),
            mark(
                "The total of the row is its numbers less its currency. It may be less than zero."
            ),
            mark(
                "Bust by numbers: a number card brings the total to 11 or more. Exactly 10 is safe."
            ),
            mark(
                "Bust by currency: a currency card brings the currency in the row to 11 or more. Numbers do"
                " not help against that."
            ),
        ),
    ),
    (
        "end-of-turn",
        mark("The end of your turn"),
        (
            mark(
                "You take the numbers: they go to your collection, each other player gains the row's currency"
                " in tokens, and you may buy a card."
            ),
            mark(
                "You take the currency: you gain it in tokens, the number cards go to the market, and you"
                " buy nothing."
            ),
            mark(
                "Bust by numbers: the number cards go to the market, each other player gains the row's"
                " currency in tokens, and you get a bust token."
            ),
            mark(
                "Bust by currency: the number cards go to the market, nobody gains tokens, and you get a bust"
                " token."
            ),
            mark(
                "The row's currency cards leave the game each time. The pile is never shuffled again."
            ),
            mark(
                "Nobody holds more than 10 currency tokens; what would be more is not taken. Bust tokens do"
                " not count towards that."
            ),
            (
                "T2",
                mark(
                    "Numbers can be taken only if the row holds a number card, currency only if it holds a"
                    " currency card."
                ),
            ),
            ("T3", mark("If no bust token is left, whoever goes bust gets none.")),
        ),
    ),
    (
        "buying",
        mark("Buying"),
        (
            mark(
                "After taking numbers, and once more at the end of the game, you may buy one card from the"
                " market, or none. It costs its number."
            ),
            mark(
                "Pay with currency tokens, worth 1 each, bust tokens, worth 3 each, and cards of your"
                " collection, wilds too, worth 1 each. No change is given."
            ),
            (
                "B1",
                mark(
                    "No piece of a payment may be one too many: without any one of them it must be worth less"
                    " than the price. Two bust tokens for 4 are fine; two bust tokens and a token are not."
                ),
            ),
            mark(
                "You may not buy a card of the same colour and number as one in your collection. From the row"
                " you may get such twins."
            ),
            (
                "B2",
                mark(
                    "That is judged before you pay: no card can be spent to make room for its twin."
                ),
            ),
            ("B3", mark("Cards that are spent leave the game. Tokens go back to the supply.")),
            mark("Cards just taken from the row may be spent at once."),
        ),
    ),
    (
        "auction",
        mark("The auction of a wild"),
        (
            mark(
                "Bidding goes round once. It begins to the left of the player whose turn it is, and that"
                " player is the last. Bid more than the highest bid, or pass."
            ),
            (
                "A1",
                mark(
                    "The lowest bid is 1; bids are whole numbers. A bid names its payment, cards if you like:"
                    " you must hold all of it, it must be worth at least the bid, and no piece may be one too"
                    " many. What exceeds the bid is lost."
                ),
            ),
            mark(
                "The highest bidder pays at once and takes the wild. What it stands for is settled only when"
                " the game is scored."
            ),
            ("A2", mark("If everybody passes, the wild leaves the game.")),
            mark(
                "The row's currency is paid out at the end of the turn, so it pays for no bid in it."
            ),
        ),
    ),
    (
        "end",
        mark("The end of the game"),
        (
            mark(
                "When the last card of the pile has been drawn, that turn is finished without drawing more."
            ),
            (
                "E1",
                mark("If that card was a wild and the row is empty, the turn simply ends."),
            ),
            mark(
                "Then each player, from the left of the one who had that turn, has one last buy. Then the"
                " game is scored."
            ),
        ),
    ),
    (
        "scoring",
        mark("Scoring"),
        (
            mark(
                "In each colour the longest run of numbers scores a point a card; a full run from 1 to 9"
                " scores 10. The most possible is 40."
            ),
            mark("Cards outside of that run, and second copies, score nothing."),
            mark("Each wild is used at most once, in one colour."),
            (
                "S1",
                mark(
                    "The service uses your wilds for you, in the best way. Of several ways with the same"
                    " points it takes the one with fewest wilds; then with the longest run in red, then blue,"
                    " orange, green; then with the lowest start in that order; then, card by card from the"
                    " low end, number cards before colour wilds before number wilds before the full wild."
                    " Page and mail show which wild stands where."
                ),
            ),
            "#examples",
            mark(
                "Most points win; then most currency tokens; then fewest cards in the collection; then the"
                " win is shared."
            ),
        ),
    ),
    (
        "alone",
        mark("Playing alone"),
        (
            (
                "P1",
                mark(
                    "The printed rules for one player are not known to us, so this game is our own. You play"
                    " with the deck for 1 or 2 players against the House. It sits to your left, has no turns,"
                    " never buys, and starts with 5 tokens."
                ),
            ),
            mark(
                "The House gains the row's currency whenever another player would, up to 10 tokens."
            ),
            mark(
                "In each auction it bids first: half its tokens, rounded up; without tokens it passes. If you"
                " do not bid more, it pays in tokens and keeps the wild. It is not scored."
            ),
            mark("Your points earn you a title:"),
            "#titles",
        ),
    ),
    (
        "bots",
        mark("Bots"),
        (
            mark(
                "A bot may play a seat. It sees what a player in that seat sees and nothing more, and the"
                " rules are the same for it."
            ),
        ),
    ),
    (
        "secret",
        mark("What is secret"),
        (
            mark(
                "Everything on the table is open: row, market, collections, tokens, what has left the game,"
                " and how many cards the pile holds."
            ),
            mark("Secret until the end of the game: the order of the pile."),
            mark(
                "Secret to the others for good: sealed bids and standing orders. Only the move they make is"
                " seen."
            ),
        ),
    ),
    (
        "options",
        mark("What the host chooses"),
        (
            mark(
                "The time for a turn and for a bid, what happens when time runs out, the counts of currency"
                " cards, undo, days of vacation, and whether others may watch."
            ),
        ),
    ),
)

CODES: Final = (
    (
        "R1-R9 B1-B9 O1-O9 G1-G9",
        mark(
            "number cards in red, blue, orange and green: of each colour 1-6 three times, 7-9 once"
        ),
    ),
    ("RW BW OW GW", mark("colour wilds, any number of their colour: two of each")),
    ("W1-W9", mark("number wilds, their number in any colour: one of each")),
    ("WW", mark("the full wild, any number in any colour: one")),
    ("C1-C5", mark("currency cards, worth 1 to 5: five each of 1, 2 and 3, six each of 4 and 5")),
)

EXAMPLES: Final = (
    "B1 B2 B3 B5 B7",
    "R1 R2 R3 R4 R5 G4 G5 G6 B8 B9 O2",
    "B1 B2 B3 B5 B7 W4",
    "B1 B2 B3 B5 B7 BW W4",
    "R1 R2 R3 R4 R5 R6 R7 R8 R9",
    "R1 R2 R4 R5 R7 R8 R9 RW WW",
    "RW RW",
    "W5",
    "R4 R4 R4",
    "R1 R2 B1 B2 W3",
)
