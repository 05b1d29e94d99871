"""An address is what it looks like: mail for it goes nowhere else, and there is one way to write each."""

import pytest

from service import people
from service.typed import Unfit, fit_address
from tests.service.world import World, form, party, text


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        (" Ann.Smith+ten@Mail.Example.org ", "Ann.Smith+ten@Mail.Example.org"),
        ("ann@localhost", "ann@localhost"),
        ("ann@a_b.example.org", "ann@a_b.example.org"),
        ("jürgen@MÜNCHEN.example", "jürgen@MÜNCHEN.example"),
        ("ann@xn--mnchen-3ya.example", "ann@münchen.example"),
        ("ann@Xn--Mnchen-3YA.example", "ann@münchen.example"),
        ("ann@xn--strae-oqa.example", "ann@xn--strae-oqa.example"),
        ("ann@उदाहरण.example", "ann@उदाहरण.example"),
        ("ann@xn--p1b6ci4b4b3a.example", "ann@उदाहरण.example"),
    ],
)
def test_what_can_be_an_address_is_taken(typed: str, taken: str) -> None:
    assert fit_address(typed) == taken
    assert fit_address(taken) == taken


@pytest.mark.parametrize(
    "typed",
    [
        "=?utf-8?q?victim?=@x.org",
        "=?utf-8?b?DQpCY2M6IHZAdy5vcmc=?=@x.org",
        "ann@=?utf-8?q?evil.org?=",
        "ann@=?utf-8?q?a=0d=0aBcc=3a_x?=.org",
        "ann@\ufb00.org",
        "ann@\uff58.org",
        "ann@a\u3002org",
        "ann@\u3002.org",
        "ann@\u2100.org",
        "ann@straße.org",
        "ann@" + "é" * 62 + ".org",
        "ann@" + "a" * 64 + ".org",
        "ann@xn--.org",
    ],
)
def test_what_means_another_address_or_none_is_refused(typed: str) -> None:
    with pytest.raises(Unfit):
        fit_address(typed)


def test_who_wants_no_mail_is_not_reached_by_another_spelling(world: World) -> None:
    with world.store.unit() as unit:
        known = people.know_address(unit.connection, "eve@münchen.example", world.clock.now)
        people.never_again(unit.connection, known.id, True)
    for spelt in ("eve@xn--mnchen-3ya.example", "EVE@MÜNCHEN.example"):
        host = world.confirmed(**party("link"))
        page = form(world.client.get(f"{host}/table"), f"{host}/invite")
        answer = world.client.post(f"{host}/invite", data=page.data() | {"address": spelt})
        assert answer.status_code == 303
    assert world.mails("invitation") == []


def test_an_address_that_hides_a_header_is_refused_where_it_is_typed(world: World) -> None:
    before = world.everything()
    answer = world.create(**party("=?utf-8?b?DQpCY2M6IHZAdy5vcmc=?=@x.org"))
    assert answer.status_code == 422
    assert "This is no mail address" in text(answer)
    assert world.everything() == before
