"""Persons, addresses and places: what is kept, what is compared, where mail goes."""

import unicodedata

import pytest

from service import people, typed
from service.typed import Unfit
from tests.service.world import World


def test_an_address_is_kept_as_typed_and_compared_without_case(world: World) -> None:
    """Report L10."""
    ann = world.person("Ann", "Ann.Straße@X.org")
    with world.store.unit() as unit:
        for spelt in ("ann.straße@x.org", " ANN.STRASSE@X.ORG ", "Ann.Straße@X.org"):
            found = people.find_address(unit.connection, spelt)
            assert found is not None
            assert (found.address, found.person) == ("Ann.Straße@X.org", ann.id)
        with pytest.raises(ValueError, match="another person"):
            people.add_person(
                unit.connection, "Eve", "ANN.STRASSE@x.org", "en", "UTC", world.clock.now
            )


def test_composed_and_decomposed_letters_are_one_address(world: World) -> None:
    ann = world.person("Ann", "jürgen@x.org")
    with world.store.read() as reader:
        found = people.find_address(reader.connection, unicodedata.normalize("NFD", "jürgen@x.org"))
    assert found is not None
    assert found.person == ann.id


def test_mail_goes_to_the_address_confirmed_last_unless_the_seat_has_its_own(world: World) -> None:
    ann = world.person("Ann", "old@x.org")
    game = world.game(["human", "bot"], [ann])
    world.clock.passes(days=1)
    with world.store.unit() as unit:
        newer = people.know_address(unit.connection, "new@x.org", world.clock.now)
        own = people.know_address(unit.connection, "own@x.org", world.clock.now)
        assert _mail(unit.connection, game) == "old@x.org"
        people.confirm_address(unit.connection, newer.id, ann.id, world.clock.now)
        assert _mail(unit.connection, game) == "new@x.org"
        people.move_mail(unit.connection, game, 1, own.id)
        assert _mail(unit.connection, game) == "new@x.org"
        people.confirm_address(unit.connection, own.id, ann.id, world.clock.now)
        assert _mail(unit.connection, game) == "own@x.org"


def _mail(connection: object, game: str) -> str | None:
    place = people.place(connection, game, 1)  # type: ignore[arg-type]
    assert place is not None
    return place.address


def test_an_address_that_is_somebodys_stays_theirs(world: World) -> None:
    ann, bo = world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")
    with world.store.unit() as unit:
        known = people.find_address(unit.connection, "a@x.org")
        assert known is not None
        owner = people.confirm_address(unit.connection, known.id, bo.id, world.clock.now)
    assert owner == ann.id


def test_an_address_whose_mail_comes_back_is_shown_at_the_table(world: World) -> None:
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")])
    with world.store.unit() as unit:
        known = people.find_address(unit.connection, "a@x.org")
        assert known is not None
        people.mark_address(unit.connection, known.id, "bouncing")
    html = world.client.get(f"/g/{game}").get_data(as_text=True)
    assert "mail comes back" in html
    assert "a@x.org" not in html


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("O'Neill, “Pat”", "O'Neill, “Pat”"),
        ("नेपाली", "नेपाली"),
        ("👩‍👧‍👦", "👩‍👧‍👦"),
        ("E\u0301ve", "Éve"),
        ("x" * 40, "x" * 40),
    ],
)
def test_names_that_are_taken(name: str, kept: str) -> None:
    assert typed.fit_name(name) == kept


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "missing"),
        (" \t\n", "missing"),
        ("\u200b", "missing"),
        ("\u3164 \u2800", "missing"),
        ("x" * 41, "long"),
        ("a\x00b", "control"),
        ("a\u202eb", "control"),
        ("\ud800", "control"),
        ("a\u2028\x07", "control"),
    ],
)
def test_names_that_are_refused(name: str, code: str) -> None:
    with pytest.raises(Unfit) as refused:
        typed.fit_name(name)
    assert (refused.value.field, refused.value.code) == ("name", code)
