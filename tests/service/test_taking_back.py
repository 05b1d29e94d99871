"""A move is taken back by consent: offered where it would be accepted, with whose consent it needs."""

import pytest

from events.ten import consent
from tests.service.tables import at_auction, awaited, offered, passes, seat_path, send, table
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    return at_auction(world)


def test_the_last_own_answer_needs_one_other_and_says_so(world: World, game: str) -> None:
    before = world.state(game)
    seat = passes(world, game)
    path = seat_path(world, game, seat)
    assert "passes" in text(world.client.get(path))
    assert "as soon as one other player agrees" in text(world.client.get(path))
    assert send(world, path, f"{path}/undo").status_code == 303
    assert world.state(game).awaiting != before.awaiting
    other = seat_path(world, game, awaited(world, game))
    shown = text(world.client.get(other))
    assert "proposes to take back what was played since version" in shown
    assert "One other player has to agree." in shown
    assert send(world, other, f"{other}/vote", 0).status_code == 303
    after = world.state(game)
    assert after.awaiting is not None
    assert after.awaiting.seat == seat
    assert "MovesUndone" in world.log(game)
    assert not offered(world, other, "/vote")


def test_everybody_who_may_vote_sees_the_proposal_and_nobody_else_may(
    world: World, game: str
) -> None:
    seat = passes(world, game)
    path = seat_path(world, game, seat)
    send(world, path, f"{path}/undo")
    for other in {1, 2, 3} - {seat}:
        (ballot,) = offered(world, seat_path(world, game, other), "/vote")
        assert ballot.buttons == [("agree", "yes"), ("agree", "no")]
    (own,) = offered(world, path, "/vote")
    assert own.buttons == [("agree", "no")]
    assert "Agree" not in text(world.client.get(f"/g/{game}"))
    # The proposer has agreed by proposing: a yes of its own is none.
    version = world.state(game).version
    answer = world.client.post(own.action, data=own.data(agree="yes"))
    assert answer.status_code == 409
    assert "has voted already" in text(answer)
    assert world.state(game).version == version


def test_an_open_proposal_stands_first_on_the_pages_of_all_who_vote(
    world: World, game: str
) -> None:
    path = seat_path(world, game, passes(world, game))
    send(world, path, f"{path}/undo")
    for seat in (1, 2, 3):
        page = world.client.get(seat_path(world, game, seat)).get_data(as_text=True)
        assert page.index('id="votes"') < page.index('id="row"'), seat


def test_the_proposer_withdraws_and_the_proposal_vanishes(world: World, game: str) -> None:
    path = seat_path(world, game, passes(world, game))
    send(world, path, f"{path}/undo")
    other = seat_path(world, game, awaited(world, game))
    vote = offered(world, other, "/vote")[0]
    send(world, path, f"{path}/vote")
    assert consent.undo_open(world.state(game)) is None
    assert not offered(world, other, "/vote")
    late = world.client.post(vote.action, data=vote.data())
    assert late.status_code == 409
    assert "decided or withdrawn" in text(late)


def test_a_vote_is_for_the_proposal_that_was_seen(world: World, game: str) -> None:
    path = seat_path(world, game, passes(world, game))
    send(world, path, f"{path}/undo")
    other = seat_path(world, game, awaited(world, game))
    old = offered(world, other, "/vote")[0]
    send(world, path, f"{path}/vote")
    send(world, path, f"{path}/undo")
    version = world.state(game).version
    answer = world.client.post(old.action, data=old.data())
    assert answer.status_code == 409
    assert world.state(game).version == version


def test_sent_twice_it_is_one_proposal_and_one_vote(world: World, game: str) -> None:
    path = seat_path(world, game, passes(world, game))
    proposal = offered(world, path, "/undo")[0]
    for _ in range(2):
        assert world.client.post(proposal.action, data=proposal.data()).status_code == 303
    vote = offered(world, seat_path(world, game, awaited(world, game)), "/vote")[0]
    for _ in range(2):
        assert world.client.post(vote.action, data=vote.data()).status_code == 303
    log = world.log(game)
    assert (log.count("UndoProposed"), log.count("MovesUndone")) == (1, 1)


def test_a_second_proposal_is_refused_while_one_is_open(world: World, game: str) -> None:
    path = seat_path(world, game, passes(world, game))
    sent = offered(world, path, "/undo")[0]
    send(world, path, f"{path}/undo")
    assert not offered(world, path, "/undo")
    version = world.state(game).version
    answer = world.client.post(sent.action, data=sent.data(command=world.uuid()))
    assert answer.status_code == 409
    assert "Another proposal is open" in text(answer)
    assert world.state(game).version == version


def test_once_others_have_followed_all_have_to_agree(world: World, game: str) -> None:
    seat = passes(world, game)
    passes(world, game)
    path = seat_path(world, game, seat)
    assert "all other players have to agree" in text(world.client.get(path))
    send(world, path, f"{path}/undo")
    others = sorted({1, 2, 3} - {seat})
    for other in others:
        assert "MovesUndone" not in world.log(game)
        where = seat_path(world, game, other)
        send(world, where, f"{where}/vote", 0)
    assert "MovesUndone" in world.log(game)


def test_where_the_game_says_free_it_is_taken_back_at_once(world: World) -> None:
    game = at_auction(world, undo="free")
    seat = passes(world, game)
    path = seat_path(world, game, seat)
    assert "taken back at once" in text(world.client.get(path))
    send(world, path, f"{path}/undo")
    assert awaited(world, game) == seat


def test_a_game_without_undo_offers_none_and_refuses(world: World) -> None:
    game = at_auction(world, undo="none")
    path = seat_path(world, game, passes(world, game))
    assert not offered(world, path, "/undo")
    version = world.state(game).version
    sent = {"command": world.uuid(), "to": str(version - 2)}
    answer = world.client.post(f"{path}/undo", data=sent)
    assert answer.status_code == 422
    assert "set up without undo" in text(answer)
    assert world.state(game).version == version


def test_alone_a_seen_card_cannot_be_made_unseen(world: World) -> None:
    """Report G2: no undo past new information without the consent of another."""
    game = table(world, humans=1, bots=1)
    path = seat_path(world, game, 1)
    world.play(game, lambda state: bool(state.row))
    assert not offered(world, path, "/undo")
    state = world.state(game)
    point = consent.undo_points(state)[-1].version
    answer = world.client.post(f"{path}/undo", data={"command": world.uuid(), "to": str(point)})
    assert answer.status_code == 422
    assert "Alone you can take back only" in text(answer)
    assert world.state(game).version == state.version


def test_the_own_replay_offers_to_go_further_back(world: World, game: str) -> None:
    state = world.state(game)
    early = consent.undo_points(state)[1].version
    path = seat_path(world, game, 1)
    shown = world.client.get(f"{path}/at/{early}")
    assert f"Ask to go back to version {early}" in text(shown)
    assert not offered(world, f"/g/{game}/{early}", "/undo")
    send(world, f"{path}/at/{early}", f"{path}/undo")
    for other in (2, 3):
        where = seat_path(world, game, other)
        assert f"since version {early}" in text(world.client.get(where))
        send(world, where, f"{where}/vote", 0)
    assert "MovesUndone" in world.log(game)
    # A version in between leads back to the last one that a decision was open at.
    assert consent.undo_points(world.state(game))[0].version <= early


def test_before_the_first_decision_nothing_can_be_undone(world: World, game: str) -> None:
    path = seat_path(world, game, 1)
    assert not offered(world, f"{path}/at/1", "/undo")
    version = world.state(game).version
    for to in ("1", "0", "99999"):
        answer = world.client.post(f"{path}/undo", data={"command": world.uuid(), "to": to})
        assert answer.status_code == 422
        assert "There is no undo to version" in text(answer)
    assert world.client.post(f"{path}/undo", data={"command": world.uuid()}).status_code == 400
    assert world.state(game).version == version


def test_a_seat_that_a_bot_plays_can_neither_propose_nor_vote(world: World, game: str) -> None:
    """Report L8: the seat is checked on every command."""
    path = seat_path(world, game, passes(world, game))
    send(world, path, f"{path}/undo")
    voter = awaited(world, game)
    where = seat_path(world, game, voter)
    vote = offered(world, where, "/vote")[0]
    send(world, f"{where}/around", f"{where}/resign", sure="yes")
    before = world.log(game)
    answer = world.client.post(vote.action, data=vote.data())
    assert answer.status_code in (409, 422)
    assert world.log(game) == before
    assert not offered(world, where, "/vote")
    assert not offered(world, where, "/undo")
