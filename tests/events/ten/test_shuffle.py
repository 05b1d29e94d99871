"""The shuffle tenpost/1 (events.md), held against the published vector and a plain reading."""

from hashlib import sha256

import pytest

from events.ten.cards import deck
from events.ten.shuffle import NAME, Numbers, commitment, lucky_word, shuffled

SEED = bytes(range(32))
WORDS = ["", lucky_word("ab"), lucky_word("नमस्ते")]


def integers(key):
    """The integers of a key, read off one by one: eight bytes each, four to a block."""
    block = 0
    while True:
        digest = sha256(key + block.to_bytes(8, "big")).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


def test_the_commitment_of_the_published_seed():
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_published_vector():
    shuffle = shuffled(SEED, WORDS, deck(3), [1, 2, 3])
    assert " ".join(shuffle.deck[:12]) == "C4 R1 W9 C2 C2 R5 O1 R2 RW G5 G4 C2"
    assert shuffle.first_seat == 2
    assert (
        sha256(" ".join(shuffle.deck).encode()).hexdigest()
        == "0fdf4d15cd49265dd15706f020ee3cb66b9a38d55d1141d177455fef702ccdca"
    )


def test_its_name_is_in_the_key():
    assert NAME == "tenpost/1"
    # One card needs no swap, so the first integer of the key draws the first seat.
    key = sha256(b"tenpost/1\x00" + SEED + b"\x00" + b"\x00").digest()
    seats = list(range(1, 1001))
    expected = seats[next(integers(key)) % 1000]
    assert shuffled(SEED, ["", ""], {"WW": 1}, seats).first_seat == expected


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_shuffle_keeps_every_card(players):
    copies = deck(players)
    drawn = shuffled(SEED, [""] * players, copies, range(1, players + 1)).deck
    assert {code: drawn.count(code) for code in copies} == copies
    assert len(drawn) == sum(copies.values())


def test_the_order_in_which_the_copies_are_named_does_not_matter():
    copies = deck(4)
    backwards = dict(reversed(copies.items()))
    takers = [1, 2, 3, 4]
    assert shuffled(SEED, [], backwards, takers) == shuffled(SEED, [], copies, takers)


def test_each_seat_in_turn_may_begin_and_nobody_who_takes_no_turns():
    firsts = {shuffled(bytes([n] * 32), [""], deck(2), [2, 5]).first_seat for n in range(40)}
    assert firsts == {2, 5}


def test_another_seed_gives_another_order():
    one, other = (shuffled(seed, [""], deck(2), [1]).deck for seed in (SEED, bytes(32)))
    assert one != other


def test_another_word_gives_another_order():
    one, other = (shuffled(SEED, ["", lucky_word(w)], deck(2), [1]).deck for w in ("ab", "abc"))
    assert one != other


def test_it_matters_which_seat_said_the_word():
    word = lucky_word("ab")
    one, other = (shuffled(SEED, words, deck(2), [1]).deck for words in ([word, ""], ["", word]))
    assert one != other


def test_a_shuffle_without_a_seat_that_takes_turns_is_refused():
    with pytest.raises(ValueError, match="below 0"):
        shuffled(SEED, [""], deck(2), [])


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(length):
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled(bytes(length), [""], deck(2), [1])
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(length))


def test_numbers_are_the_integers_of_the_key_in_order_over_several_blocks():
    numbers, plain = Numbers(b"key"), integers(b"key")
    assert [numbers.uniform(1000) for _ in range(50)] == [next(plain) % 1000 for _ in range(50)]


def test_an_integer_that_would_favour_low_numbers_is_passed_over():
    # Below 2^63 + 1 only the integers from 0 to 2^63 may count: about every second one.
    n = 2**63 + 1
    taken = [integer for integer, _ in zip(integers(b"key"), range(200), strict=False)]
    kept = [integer for integer in taken if integer < n]
    assert 50 < len(kept) < 150
    numbers = Numbers(b"key")
    assert [numbers.uniform(n) for _ in kept] == kept


def test_the_limit_itself_is_passed_over_and_the_integer_below_it_is_not():
    # The first integer of this key is above 2^63 and the second is small. For n above 2^63 the
    # limit is n itself.
    plain = integers(b"k3")
    first, second = next(plain), next(plain)
    assert second < 2**63 < first
    assert Numbers(b"k3").uniform(first) == second
    assert Numbers(b"k3").uniform(first + 1) == first


def test_numbers_below_one_are_all_zero_and_below_the_whole_span_any_integer():
    assert Numbers(b"key").uniform(1) == 0
    assert Numbers(b"key").uniform(2**64) == next(integers(b"key"))


@pytest.mark.parametrize("n", [0, -3, 2**64 + 1])
def test_a_number_cannot_be_drawn_below_nothing_or_more_than_the_span(n):
    with pytest.raises(ValueError, match="drawn below 1 to"):
        Numbers(b"key").uniform(n)


def test_each_number_comes_about_as_often_as_any_other():
    numbers = Numbers(b"even")
    drawn = [numbers.uniform(6) for _ in range(6000)]
    assert all(900 < drawn.count(face) < 1100 for face in range(6))


def test_a_lucky_word_is_kept_as_the_hash_of_its_text():
    assert lucky_word("ab") == sha256(b"ab").hexdigest()


def test_a_lucky_word_is_the_same_in_composed_and_decomposed_letters():
    assert lucky_word("caf\N{LATIN SMALL LETTER E WITH ACUTE}") == lucky_word(
        "cafe\N{COMBINING ACUTE ACCENT}"
    )


def test_letters_that_only_look_alike_make_another_lucky_word():
    ligature = "\N{LATIN SMALL LIGATURE FI}n"
    assert lucky_word(ligature) == sha256(ligature.encode()).hexdigest() != lucky_word("fin")


def test_space_around_a_lucky_word_does_not_count_and_space_inside_does():
    assert lucky_word("  a b\n") == lucky_word("a b") != lucky_word("ab")


@pytest.mark.parametrize("text", ["", "   ", "\n\t\N{NO-BREAK SPACE}"])
def test_no_lucky_word_is_an_empty_text(text):
    assert lucky_word(text) == ""


def test_a_lucky_word_that_utf_8_cannot_write_is_refused():
    with pytest.raises(ValueError, match="surrogates"):
        lucky_word("\ud800")
