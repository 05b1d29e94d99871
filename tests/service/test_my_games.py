""" "My games" behind a mailed link: the page never says who is known, and a GET never signs in."""

import pytest
from werkzeug.test import TestResponse

from tests.service.world import Form, World, form, forms, text


@pytest.fixture
def ann(world: World) -> str:
    """Ann's id; she sits in two games, one of which waits for her."""
    person = world.person("Ann", "Ann+ten@x.org")
    world.game(["human", "bot"], [person], name="Waits for Ann")
    world.game(["human", "human"], [person], name="Waits for another")
    return person.id


def enter(world: World) -> tuple[str, dict[str, object]]:
    """The path of a mailed sign-in link, and the form behind it."""
    world.client.post("/sign-in", data={"address": "ann+TEN@x.org"})
    (row,) = world.mails("sign-in")
    path = f"/s/{world.mint('sign-in', row.payload['address'])}"
    return path, form(world.client.get(path), path).data()


def seats(page: TestResponse) -> list[Form]:
    """The forms that open a game, in order."""
    return [each for each in forms(page) if each.action.startswith("/games/")]


def test_the_answer_is_the_same_whether_the_address_is_known(world: World, ann: str) -> None:
    known = world.client.post("/sign-in", data={"address": "ANN+ten@X.org"})
    stranger = world.client.post("/sign-in", data={"address": "eve@x.org"})
    assert known.status_code == stranger.status_code == 200
    assert known.data == stranger.data
    assert len(world.mails("sign-in")) == 1
    assert "x.org" not in repr(world.mails())
    assert "eve@x.org" not in repr(world.everything())


def test_asked_for_again_and_again_the_link_is_mailed_once(world: World, ann: str) -> None:
    for _ in range(4):
        world.client.post("/sign-in", data={"address": "ann+ten@x.org"})
    assert len(world.mails("sign-in")) == 1


def test_the_link_shows_a_button_and_only_that_signs_in(world: World, ann: str) -> None:
    path, sent = enter(world)
    client = world.client
    for method in ("GET", "HEAD") * 50:
        assert "Set-Cookie" not in client.open(path, method=method).headers
    assert client.get("/games").headers["Location"] == "/sign-in"
    answer = client.post(path, data=sent)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/games")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "Secure" in cookie
    assert "SameSite=Lax" in cookie


def test_the_list_has_all_games_those_that_wait_first_and_opens_them(
    world: World, ann: str
) -> None:
    path, sent = enter(world)
    client = world.client
    client.post(path, data=sent, base_url="https://localhost")
    shown = client.get("/games", base_url="https://localhost")
    assert shown.status_code == 200
    assert "Set-Cookie" not in shown.headers
    told = text(shown)
    assert told.index("Waits for Ann") < told.index("Waits for another")
    first = seats(shown)[0]
    refused = client.post(first.action, data={}, base_url="https://localhost")
    assert refused.status_code == 400
    headers = {"Referer": "https://localhost/games"}
    opened = client.post(
        first.action, data=first.data(), base_url="https://localhost", headers=headers
    )
    assert opened.status_code == 303
    assert "It is your turn" in text(client.get(opened.headers["Location"]))


def test_a_link_signs_in_one_browser_only(world: World, ann: str) -> None:
    path, sent = enter(world)
    one, other = world.client, world.client
    assert one.post(path, data=sent, base_url="https://localhost").status_code == 303
    assert one.post(path, data=sent, base_url="https://localhost").status_code == 303
    assert other.post(path, data=sent, base_url="https://localhost").status_code == 410
    assert other.get(path, base_url="https://localhost").status_code == 410


def test_nobody_opens_a_seat_of_somebody_else(world: World, ann: str) -> None:
    eve = world.person("Eve", "eve@x.org")
    game = world.game(["human", "bot"], [eve])
    path, sent = enter(world)
    client = world.client
    client.post(path, data=sent, base_url="https://localhost")
    page = client.get("/games", base_url="https://localhost")
    token = form(page, "/sign-out").fields["csrf_token"]
    for target in (f"/games/{game}/1", "/games/nothing/1", f"/games/{game}/99999"):
        answer = client.post(target, data={"csrf_token": token}, base_url="https://localhost")
        assert answer.status_code == 404


@pytest.mark.parametrize("seat", ["0", "9" * 19, "9" * 400, "9" * 5000])
def test_a_seat_that_no_game_can_have_is_nobodys(world: World, ann: str, seat: str) -> None:
    browser, (path, sent) = world.client, enter(world)
    browser.post(path, data=sent)
    opening = seats(browser.get("/games"))[0]
    game = opening.action.split("/")[2]
    answer = browser.post(f"/games/{game}/{seat}", data=opening.data())
    assert answer.status_code == 404


def test_who_is_signed_in_starts_a_game_without_confirming_again(world: World, ann: str) -> None:
    path, sent = enter(world)
    client = world.client
    client.post(path, data=sent, base_url="https://localhost")
    page = form(client.get("/new", base_url="https://localhost"), "/new")
    fields = {"game": "Next", "kind2": "mail", "address2": "bo@x.org"}
    forged = page.data() | fields | {"csrf_token": "x"}
    assert client.post("/new", data=forged, base_url="https://localhost").status_code == 400
    assert not world.mails("invitation")
    answer = client.post("/new", data=page.data() | fields, base_url="https://localhost")
    assert answer.status_code == 303
    assert len(world.mails("invitation")) == 1
    assert world.state(world.game_of(answer.headers["Location"])).host == ann


def test_signing_out_forgets_the_browser(world: World, ann: str) -> None:
    path, sent = enter(world)
    client = world.client
    client.post(path, data=sent, base_url="https://localhost")
    page = client.get("/games", base_url="https://localhost")
    leave = form(page, "/sign-out").data()
    assert client.post("/sign-out", data=leave, base_url="https://localhost").status_code == 303
    assert client.get("/games", base_url="https://localhost").headers["Location"] == "/sign-in"


def test_a_muted_person_can_still_sign_in(world: World, ann: str) -> None:
    """Report M2: unsubscribing never blocks a sign-in mail."""
    from service import people

    with world.store.unit() as unit:
        people.change_person(unit.connection, ann, muted=True)
    world.client.post("/sign-in", data={"address": "ann+ten@x.org"})
    assert len(world.mails("sign-in")) == 1
