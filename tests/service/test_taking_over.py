"""A seat of a game that is on is offered to somebody else, who takes it over by accepting."""

import pytest
from werkzeug.test import TestResponse

from tests.service.tables import offered, seat_path, send, table
from tests.service.world import World, form, text


@pytest.fixture
def game(world: World) -> str:
    return table(world, humans=3)


@pytest.fixture
def host(world: World, game: str) -> str:
    return seat_path(world, game, 1)


def invite(world: World, host: str, seat: int, address: str) -> TestResponse:
    forms = offered(world, f"{host}/around", "/host/replace")
    sent = next(f for f in forms if f.fields["seat"] == [str(seat)])
    return world.client.post(sent.action, data=sent.data(address=address))


def test_who_sits_there_plays_on_until_the_offer_is_taken(
    world: World, game: str, host: str
) -> None:
    old = seat_path(world, game, 2)
    before = world.state(game).seat(2).player
    invite(world, host, 2, "eve@x.org")
    assert len(world.mails("invitation")) == 1
    assert world.client.get(old).status_code == 200
    path = world.invitations(game)[2]
    assert "The game is on" in text(world.client.get(path))
    assert world.state(game).seat(2).player == before
    taken = world.accept(path, name="Eve")
    assert taken.status_code == 303
    assert world.state(game).seat(2).player != before
    assert world.log(game).count("SeatReplaced") == 1
    assert "Eve" in text(world.client.get(taken.headers["Location"]))
    # What opened the seat before does so no more.
    assert world.client.get(old).status_code == 410


def test_a_link_replaces_too_and_is_shown_once(world: World, game: str, host: str) -> None:
    forms = offered(world, f"{host}/around", "/host/share")
    shown = world.client.post(forms[1].action, data=forms[1].data())
    link = text(shown).partition("https://ten.example.org")[2].split()[0]
    taken = world.accept(link, name="Eve", address="eve@x.org")
    assert taken.status_code == 303
    assert "SeatReplaced" in world.log(game)
    assert link not in world.client.get(f"{host}/around").get_data(as_text=True)


def test_a_bots_seat_is_a_persons_from_then_on(world: World) -> None:
    game = table(world, humans=1, bots=1)
    host = seat_path(world, game, 1)
    invite(world, host, 2, "eve@x.org")
    world.accept(world.invitations(game)[2], name="Eve")
    assert world.state(game).seat(2).kind == "human"
    assert world.log(game)[-2:] != ["SeatReplaced"]
    assert "SeatReturned" in world.log(game)


def test_accepted_twice_by_the_same_form_it_is_one_person(
    world: World, game: str, host: str
) -> None:
    invite(world, host, 2, "eve@x.org")
    path = world.invitations(game)[2]
    sent = form(world.client.get(path), path).data(name="Eve")
    answers = [world.client.post(path, data=sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert world.log(game).count("SeatReplaced") == 1
    other = world.client.post(path, data=sent | {"command": world.uuid()})
    assert other.status_code == 410


def test_the_form_sent_again_opens_nothing_once_the_seat_went_to_another(
    world: World, game: str, host: str
) -> None:
    invite(world, host, 2, "eve@x.org")
    path = world.invitations(game)[2]
    sent = form(world.client.get(path), path).data(name="Eve")
    world.client.post(path, data=sent)
    invite(world, host, 2, "flo@x.org")
    world.accept(world.invitations(game)[2], name="Flo")
    player = world.state(game).seat(2).player
    assert world.client.post(path, data=sent).status_code == 410
    assert world.state(game).seat(2).player == player


def test_declined_the_seat_stays_as_it_is(world: World, game: str, host: str) -> None:
    invite(world, host, 2, "eve@x.org")
    path = world.invitations(game)[2]
    before = world.log(game)
    assert send(world, path, f"{path}/decline").status_code == 200
    assert world.log(game) == before
    assert "declined" in text(world.client.get(f"{host}/around"))
    (told,) = [row for row in world.mails("news") if row.payload["about"] == "kept"]
    assert (told.seat, told.payload["of"]) == (1, 2)
    assert world.client.post(path, data={"command": world.uuid()}).status_code == 410


def test_the_host_takes_the_offer_back(world: World, game: str, host: str) -> None:
    invite(world, host, 2, "eve@x.org")
    path = world.invitations(game)[2]
    (back,) = offered(world, f"{host}/around", "/host/withdraw")
    world.client.post(back.action, data=back.data())
    assert world.client.get(path).status_code == 410


def test_after_the_end_nothing_can_be_taken_over(world: World, game: str, host: str) -> None:
    invite(world, host, 2, "eve@x.org")
    path = world.invitations(game)[2]
    sent = form(world.client.get(path), path).data(name="Eve")
    send(world, f"{host}/around", f"{host}/host/end", sure="yes")
    before = world.everything()
    answer = world.client.post(path, data=sent)
    assert answer.status_code == 409
    assert world.everything() == before


def test_no_address_or_none_that_is_one_is_said_beside_the_field(
    world: World, game: str, host: str
) -> None:
    before = world.everything()
    for typed, sentence in (("", "Type the address"), ("eve", "This is no mail address")):
        answer = invite(world, host, 2, typed)
        assert answer.status_code == 422
        assert sentence in text(answer)
    assert world.everything() == before


def test_the_house_is_nobodys_seat(world: World) -> None:
    game = world.game(["human", "house"], [world.person("Ann", "a@x.org")])
    host = seat_path(world, game, 1)
    before = world.everything()
    sent = {"seat": "2", "address": "eve@x.org"}
    assert world.client.post(f"{host}/host/replace", data=sent).status_code == 422
    assert world.everything() == before


def test_the_mails_of_who_sat_there_before_stop_no_mail_of_the_new_player(
    world: World, game: str, host: str
) -> None:
    before = world.state(game).seat(2).player
    old = f"/m/{world.mint('unsubscribe', None, game, seat=2, person=before)}"
    invite(world, host, 2, "eve@x.org")
    taken = world.accept(world.invitations(game)[2], name="Eve").headers["Location"]
    assert "Sunday table" not in text(world.client.get(old))
    # A mail program's one click is no error: no mail about this game comes there any more.
    assert world.client.post(old, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert "Mail me about this game again" not in text(world.client.get(f"{taken}/table"))
    world.client.post(f"{taken}/mute", data={})
    muted = text(world.client.get(f"{taken}/table"))
    assert world.client.post(old, data={"scope": "game", "mail": "again"}).status_code == 410
    assert text(world.client.get(f"{taken}/table")) == muted
