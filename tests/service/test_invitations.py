"""A seat is offered by mail or by link; it is taken once, declined, taken back, or runs out."""

import pytest

from events.ten.shuffle import lucky_word
from service import people
from tests.service.world import World, form, forms, party, text


@pytest.fixture
def host(world: World) -> str:
    """The path of the host's seat; seat 2 is offered by mail, seat 3 by a link."""
    return world.confirmed(**party("bo@x.org", "link"))


@pytest.fixture
def game(world: World, host: str) -> str:
    return world.game_of(host)


def test_an_invitation_says_who_invites_which_address_was_asked_and_the_commitment(
    world: World, game: str
) -> None:
    path = world.invitations(game)[2]
    shown = text(world.client.get(path))
    assert "Ann invites you to a game" in shown
    assert "bo@x.org was asked" in shown
    assert world.state(game).commitment in shown


def test_looking_at_an_invitation_takes_nothing(world: World, game: str) -> None:
    paths = world.invitations(game).values()
    before = world.everything()
    for path in paths:
        for method in ("GET", "HEAD") * 10:
            answer = world.client.open(path, method=method)
            assert answer.status_code == 200
            assert "Set-Cookie" not in answer.headers
    assert world.everything() == before


def test_accepting_seats_the_person_with_name_zone_and_lucky_word(world: World, game: str) -> None:
    path = world.invitations(game)[2]
    answer = world.accept(path, name="Bo ✨", zone="Asia/Kathmandu", word=" नमस्ते ")
    assert answer.status_code == 303
    assert world.game_of(answer.headers["Location"]) == game
    state = world.state(game)
    assert state.words[1] == lucky_word("नमस्ते")
    with world.store.read() as reader:
        place = people.place(reader.connection, game, 2)
    assert place is not None
    assert (place.name, place.zone, place.address) == ("Bo ✨", "Asia/Kathmandu", "bo@x.org")
    assert place.person == state.seat(2).player


def test_the_last_seat_that_is_taken_starts_the_game(world: World, game: str) -> None:
    paths = world.invitations(game)
    world.accept(paths[2])
    assert world.state(game).phase == "lobby"
    world.accept(paths[3], name="Cy", address="cy@x.org")
    assert world.state(game).phase == "drawing"


def test_who_comes_by_a_link_plays_at_once_and_is_asked_to_confirm_the_address(
    world: World, game: str
) -> None:
    path = world.invitations(game)[3]
    refused = world.accept(path, name="Cy")
    assert refused.status_code == 422
    assert "Type one such as" in text(refused) or "Type the address" in text(refused)
    assert world.accept(path, name="Cy", address="cy@x.org").status_code == 303
    row = world.mails("sign-in")[-1]
    assert (row.game, row.seat, row.payload["about"]) == (game, 3, "seat")


def test_until_it_is_confirmed_the_table_says_which_address_was_mailed(
    world: World, game: str
) -> None:
    path = world.invitations(game)[3]
    table = world.accept(path, name="Cy", address="Cy@x.org").location or ""
    shown = text(world.client.get(table))
    assert "A mail is on its way to Cy@x.org" in shown
    assert "Give it an address" not in shown
    link = f"/c/{world.mint('confirm', world.mails('sign-in')[-1].payload['draft'])}"
    world.client.post(link, data=form(world.client.get(link), link).data())
    assert "on its way to" not in text(world.client.get(table))


def test_a_seat_that_is_offered_by_a_link_asks_its_host_to_make_the_link(
    world: World, host: str
) -> None:
    page = world.client.get(f"{host}/table")
    assert text(page).count("Make a link, and give it yourself to whom you want here.") == 1
    actions = [each.action for each in forms(page)]
    # Seat 3 is the one by a link: there it comes first, at seat 2 after the invitation by mail.
    assert [a.rpartition("/")[2] for a in actions if a.endswith(("/invite", "/share"))] == [
        "invite",
        "share",
        "share",
        "invite",
    ]


def test_a_double_click_takes_the_seat_once_and_both_get_in(world: World, game: str) -> None:
    path = world.invitations(game)[2]
    sent = form(world.client.get(path), path).data() | {"name": "Bo"}
    first, second = (world.client.post(path, data=sent) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert world.log(game).count("SeatClaimed") == 2
    assert len(world.everything()["persons"]) == 2


def test_of_two_with_one_link_the_second_is_told(world: World, game: str) -> None:
    path = world.invitations(game)[3]
    sent = [form(world.client.get(path), path).data() for _ in range(2)]
    assert (
        world.client.post(path, data=sent[0] | {"name": "Cy", "address": "c@x.org"}).status_code
        == 303
    )
    late = world.client.post(path, data=sent[1] | {"name": "Di", "address": "d@x.org"})
    assert late.status_code == 410
    assert "This seat was taken" in text(late)
    assert "Di" not in repr(world.everything()["persons"])


def test_declining_tells_the_host_and_leaves_the_seat_open_for_another(
    world: World, host: str, game: str
) -> None:
    path = world.invitations(game)[2]
    assert world.client.post(f"{path}/decline").status_code == 200
    assert "SeatDeclined" in world.log(game)
    (row,) = world.mails("news")
    assert (row.seat, row.payload) == (1, {"about": "declined", "of": 2})
    assert world.client.get(path).status_code == 410
    assert world.client.post(f"{path}/decline").status_code == 410
    shown = world.client.get(f"{host}/table")
    assert "declined" in text(shown)
    asked = form(shown, f"{host}/invite").data(address="cy@x.org")
    assert world.client.post(f"{host}/invite", data=asked).status_code == 303
    assert len(world.mails("invitation")) == 2


def test_an_invitation_runs_out(world: World, host: str, game: str) -> None:
    path = world.invitations(game)[2]
    world.clock.passes(days=15)
    late = world.client.get(path)
    assert late.status_code == 410
    assert "The time of this invitation is over" in text(late)
    assert world.client.post(path, data={"command": world.uuid(), "name": "Bo"}).status_code == 410
    assert "the invitation ran out" in text(world.client.get(f"{host}/table"))


def test_the_host_takes_an_invitation_back(world: World, host: str, game: str) -> None:
    path = world.invitations(game)[2]
    shown = world.client.get(f"{host}/table")
    back = form(shown, f"{host}/withdraw").data()
    assert world.client.post(f"{host}/withdraw", data=back).status_code == 303
    assert world.client.get(path).status_code == 410


def test_the_host_makes_a_link_that_is_shown_once(world: World, host: str, game: str) -> None:
    shown = world.client.get(f"{host}/table")
    asked = next(
        f for f in forms(shown) if f.action == f"{host}/share" and f.fields["seat"] == ["3"]
    )
    made = world.client.post(f"{host}/share", data=asked.data())
    html = made.get_data(as_text=True)
    assert "https://ten.example.org/i/" in html
    link = html.partition("https://ten.example.org")[2][:35]
    assert world.client.get(link).status_code == 200
    assert link not in world.client.get(f"{host}/table").get_data(as_text=True)


def test_the_host_starts_without_the_missing_whose_seats_become_bots(
    world: World, host: str, game: str
) -> None:
    path = world.invitations(game)[2]
    shown = world.client.get(f"{host}/table")
    begin = form(shown, f"{host}/start").data()
    for _ in range(2):
        assert world.client.post(f"{host}/start", data=begin).status_code == 303
    state = world.state(game)
    assert [seat.kind for seat in state.seats] == ["human", "bot", "bot"]
    assert world.log(game).count("GameStarted") == 1
    assert world.client.get(path).status_code == 410


def test_only_the_host_fills_seats_and_starts(world: World, game: str) -> None:
    other = world.accept(world.invitations(game)[2]).headers["Location"]
    before = world.log(game)
    for act in ("invite", "share", "withdraw", "start"):
        sent = {"seat": "3", "address": "x@x.org", "command": world.uuid()}
        answer = world.client.post(f"{other}/{act}", data=sent)
        assert answer.status_code == 403
        assert "Only the host" in text(answer)
    assert world.log(game) == before
    assert len(world.mails("invitation")) == 1


def test_an_address_that_never_wants_mail_again_gets_none_from_any_host(
    world: World, host: str, game: str
) -> None:
    path = world.invitations(game)[2]
    answer = world.client.post(f"{path}/never")
    assert "does not mail bo@x.org uninvited any more" in text(answer)
    sent = len(world.mails("invitation"))
    world.client.post(f"{host}/invite", data={"seat": "2", "address": "BO@x.org"})
    assert len(world.mails("invitation")) == sent
    assert "does not want mail from here" in text(world.client.get(f"{host}/table"))
    other = world.invitations(game)[2]
    world.client.post(f"{other}/never", data={"mail": "again"})
    world.client.post(f"{host}/invite", data={"seat": "2", "address": "bo@x.org"})
    assert len(world.mails("invitation")) == sent + 1


def test_who_is_known_keeps_the_own_name_and_may_have_another_at_this_table(
    world: World, game: str
) -> None:
    dora = world.person("Dora", "dora@x.org")
    host_path = f"/p/{world.token(game, 1)}"
    world.client.post(f"{host_path}/invite", data={"seat": "2", "address": "Dora@X.org"})
    path = world.invitations(game)[2]
    assert form(world.client.get(path), path).fields["name"] == ["Dora"]
    world.accept(path, name="Captain")
    with world.store.read() as reader:
        place = people.place(reader.connection, game, 2)
        person = people.person(reader.connection, dora.id)
    assert place is not None
    assert person is not None
    assert (place.person, place.name, person.name) == (dora.id, "Captain", "Dora")
