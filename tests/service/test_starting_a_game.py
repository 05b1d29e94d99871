"""A game is started: alone at once, with others after the host has confirmed the own address."""

import dataclasses

import pytest

from service.extensions import attach
from tests.service.world import World, form, forms, party, solo, text


def test_alone_the_game_begins_at_once_and_the_first_card_can_be_drawn(world: World) -> None:
    answer = world.create(**solo())
    assert answer.status_code == 303
    path = answer.headers["Location"]
    game = world.game_of(path)
    state = world.state(game)
    assert [seat.kind for seat in state.seats] == ["human", "house"]
    shown = world.client.get(path)
    assert "It is your turn" in text(shown)
    assert world.client.post(path, data=form(shown, path).data()).status_code == 303
    assert not world.mails("sign-in")


def test_against_bots_the_game_begins_at_once_and_an_address_is_asked_to_confirm(
    world: World,
) -> None:
    answer = world.create(**solo(kind2="bot", kind3="bot", address="ann@x.org"))
    game = world.game_of(answer.headers["Location"])
    assert [seat.kind for seat in world.state(game).seats] == ["human", "bot", "bot"]
    (row,) = world.mails("sign-in")
    assert (row.game, row.seat, row.payload["about"]) == (game, 1, "seat")
    assert "ann@x.org" not in repr(row)


def test_with_others_nothing_begins_and_nobody_is_mailed_before_the_host_confirms(
    world: World,
) -> None:
    answer = world.create(**party("bo@x.org", "cy@x.org"))
    assert answer.status_code == 200
    assert "Look into your mail" in text(answer)
    assert [row.kind for row in world.mails()] == ["sign-in"]
    assert not world.everything()["streams"]


def test_the_confirmation_starts_the_game_and_invites_the_others(world: World) -> None:
    path = world.confirmed(**party("bo@x.org", "bot", "link", word="heather"))
    game = world.game_of(path)
    state = world.state(game)
    assert [seat.kind for seat in state.seats] == ["human", "human", "bot", "human"]
    assert state.seat(1).player == state.host
    assert len(state.words[0]) == 64
    (row,) = world.mails("invitation")
    assert (row.game, row.seat, set(row.payload)) == (game, 2, {"invitation", "address"})
    assert "Waiting for 2 players" in text(world.client.get(path))


def test_looking_at_the_confirmation_changes_nothing(world: World) -> None:
    world.create(**party("bo@x.org"))
    path = f"/c/{world.mint('confirm', world.mails('sign-in')[0].payload['draft'])}"
    before = world.everything()
    for _ in range(20):
        shown = world.client.get(path)
        assert "Set-Cookie" not in shown.headers
    assert "bo@x.org is invited by mail" in text(shown)
    assert world.everything() == before


def test_a_confirmation_sent_twice_starts_one_game(world: World) -> None:
    world.create(**party("bo@x.org"))
    path = f"/c/{world.mint('confirm', world.mails('sign-in')[0].payload['draft'])}"
    sent = form(world.client.get(path), path).data()
    first, second = (world.client.post(path, data=sent) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert world.game_of(first.headers["Location"]) == world.game_of(second.headers["Location"])
    assert len(world.everything()["streams"]) == 1
    assert len(world.mails("invitation")) == 1
    other = world.client.post(path, data=sent | {"command": world.uuid()})
    assert other.status_code == 410


def test_a_confirmation_that_comes_too_late_opens_nothing(world: World) -> None:
    world.create(**party("bo@x.org"))
    path = f"/c/{world.mint('confirm', world.mails('sign-in')[0].payload['draft'])}"
    world.clock.passes(days=4)
    assert world.client.get(path).status_code == 410
    assert world.client.post(path, data={"command": world.uuid()}).status_code == 410


def test_the_form_of_a_game_for_one_sent_twice_starts_one_game(world: World) -> None:
    client = world.client
    sent = form(client.get("/new"), "/new").data() | solo()
    first, second = (client.post("/new", data=sent) for _ in range(2))
    assert world.game_of(first.headers["Location"]) == world.game_of(second.headers["Location"])
    assert len(world.everything()["persons"]) == 1


def test_two_seats_share_an_address_only_after_a_question(world: World) -> None:
    fields = party("bo@x.org", "BO@x.org")
    asked = world.create(**fields)
    assert asked.status_code == 422
    assert "Two seats would share one address" in text(asked)
    assert not world.mails()
    again = form(asked, "/new")
    assert again.options["shared"] == ["yes"]
    world.client.post("/new", data=again.data(shared="yes"))
    assert len(world.mails("sign-in")) == 1


def test_what_was_typed_stays_when_something_has_to_be_mended(world: World) -> None:
    answer = world.create(**party("bo@x..org", game="My <b>table</b>"))
    assert answer.status_code == 422
    fields = form(answer, "/new").fields
    assert fields["game"] == ["My <b>table</b>"]
    assert fields["kind2"] == ["mail"]
    assert fields["address2"] == ["bo@x..org"]
    assert "<b>table" not in answer.get_data(as_text=True)


def test_options_are_recorded_where_they_differ_from_the_usual(world: World) -> None:
    answer = world.create(
        **solo(
            turn_s="0",
            auction_s="86400",
            undo="free",
            spectators="closed",
            vacation_days="3",
            currency1="3",
            currency2="3",
            currency3="3",
            currency4="2",
            currency5="4",
        )
    )
    options = world.state(world.game_of(answer.headers["Location"])).options
    assert options == {
        "turn_s": None,
        "undo": "free",
        "spectators": "closed",
        "vacation_days": 3,
        "currency": [3, 3, 3, 2, 4],
    }


@pytest.mark.parametrize("policy", ["invited", "closed"])
def test_where_not_everybody_may_start_games_strangers_get_the_same_page_and_no_mail(
    world: World, policy: str
) -> None:
    found = world.services
    signup = dataclasses.replace(found.settings, signup=policy)
    attach(world.app, dataclasses.replace(found, settings=signup))
    world.person("Dora", "dora@x.org")
    stranger = world.create(**party("bo@x.org"))
    assert not world.mails()
    known = world.create(**party("bo@x.org", address="DORA@x.org"))
    assert len(world.mails("sign-in")) == 1
    assert text(stranger) == text(known)
    alone = world.create(**solo())
    assert alone.status_code == 422
    assert not world.everything()["streams"]


def test_where_nobody_new_is_taken_only_those_who_are_known_are_invited(world: World) -> None:
    found = world.services
    signup = dataclasses.replace(found.settings, signup="closed")
    attach(world.app, dataclasses.replace(found, settings=signup))
    world.person("Ann", "ann@x.org")
    bo = world.person("Bo", "bo@x.org")
    game = world.game_of(world.confirmed(**party("bo@x.org", "new@x.org", "link")))
    assert [row.seat for row in world.mails("invitation")] == [2]
    paths = world.invitations(game)
    assert world.accept(paths[4], address="eve@x.org").status_code == 403
    assert world.accept(paths[2]).status_code == 303
    assert world.state(game).seat(2).player == bo.id


def test_the_home_page_leads_to_a_game_without_a_word_of_explanation(world: World) -> None:
    home = world.client.get("/")
    assert 'href="/new"' in home.get_data(as_text=True)
    assert not forms(home)
