"""The text part is a whole mail: news, choices, table, recap, foot, in 72 columns."""

from __future__ import annotations

import re
from datetime import timedelta

from events.ten.odds import odds
from events.ten.view import public
from service.tabletext import WIDTH, grouped, told_chances, width
from service.wording import Words
from tests.workers.sink import Sink
from tests.workers.tables import Office
from workers.deliver import Run

LINK = re.compile(r"https://ten\.example/\S*")


def test_the_first_line_repeats_the_news(office: Office, sink: Sink) -> None:
    office.open_game(("human", "bot"))
    Run(office.parts(sink.smtp)).run()
    (mail,) = sink.caught
    assert mail.part("plain").split("\n")[0] == "Your turn: Sunday table" == mail.mail["Subject"]


def test_it_holds_the_whole_table(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot", "human", "bot", "bot"))
    state = office.play_until(game, lambda state: state.draw_pile < 50)
    Run(office.parts(sink.smtp)).run()
    text = " ".join(sink.caught[-1].part("plain").split())
    view = public(state)
    for seat in view["seats"]:
        assert " ".join(grouped(seat["cards"]).split()) in text
    assert " ".join(grouped(view["market"]).split()) in text
    assert " ".join(view["discarded"]) in text


def test_no_line_but_a_link_is_wider_than_72_columns(office: Office, sink: Sink) -> None:
    names = {1: "नमस्ते गुरु " * 3, 3: "漢" * 30}
    game = office.open_game(("human", "bot", "human", "bot", "bot"), names, name="W " * 30)
    for left in (90, 40):
        office.play_until(game, lambda state, left=left: state.draw_pile < left)
        Run(office.parts(sink.smtp)).run()
    office.play_until(game, lambda state: state.over)
    Run(office.parts(sink.smtp)).run()
    assert {"Your turn", "The final score"} <= {
        caught.mail["Subject"].split(":")[0].strip() for caught in sink.caught
    }
    for caught in sink.caught:
        for line in caught.part("plain").split("\n"):
            assert width(line) <= WIDTH or LINK.fullmatch(line.strip())


def test_every_choice_has_its_link_and_nothing_else_is_offered(office: Office, sink: Sink) -> None:
    office.open_game(("human", "bot"))
    Run(office.parts(sink.smtp)).run()
    (mail,) = sink.caught
    links = LINK.findall(mail.part("plain"))
    moves = [link.rpartition("/")[2] for link in links if link.count("/") == 5]
    assert moves == ["draw", "mistake"]  # an empty row: to stop would be against the rules
    assert all(len(link.removeprefix("https://ten.example")) < 72 for link in links)
    assert all(link[-1].isalnum() for link in links)
    assert all("@" not in link and "?" not in link for link in links)


def test_the_foot_names_version_and_head(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot"))
    Run(office.parts(sink.smtp)).run()
    head = office.handler.head(game)
    foot = sink.caught[0].part("plain").rpartition("\n--\n")[2]
    assert f"version {head.version}, head {head.hash[:12]}" in foot


def test_a_deadline_is_told_as_an_absolute_time_in_the_zone_of_the_player(
    office: Office, sink: Sink
) -> None:
    office.open_game(("human", "bot"), zone="Asia/Kathmandu")
    Run(office.parts(sink.smtp)).run()
    text = " ".join(sink.caught[0].part("plain").split())
    assert "Time until Wed, Mar 4, 2026, 15:15 UTC+05:45 (Asia/Kathmandu)." in text


def test_without_a_clock_no_time_is_told(office: Office, sink: Sink) -> None:
    office.open_game(("human", "bot"), options={"turn_s": None, "auction_s": None})
    Run(office.parts(sink.smtp)).run()
    assert "Time until" not in sink.caught[0].part("plain")


def test_both_parts_have_the_same_links(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot", "bot"))
    office.play_until(game, lambda state: state.draw_pile < 60)
    Run(office.parts(sink.smtp)).run()
    for caught in sink.caught:
        assert set(LINK.findall(caught.part("plain"))) == set(
            re.findall(r'href="([^"]*)"', caught.part("html"))
        )


def test_a_game_that_others_may_not_watch_has_no_public_link(office: Office, sink: Sink) -> None:
    open_to_all, closed = (
        office.open_game(("human", "bot"), options={"spectators": spectators})
        for spectators in ("open", "closed")
    )
    for game in (open_to_all, closed):
        office.play_until(game, lambda state: state.over)
    Run(office.parts(sink.smtp)).run()
    for game, public_links in ((open_to_all, True), (closed, False)):
        scores = [
            each
            for each in sink.to(office.address(game, 1))
            if "verify --head" in each.part("plain")
        ]
        assert len(scores) == 1
        for kind in ("plain", "html"):
            assert (f"https://ten.example/g/{game}" in scores[0].part(kind)) == public_links
            replay = re.search(r"https://ten\.example/\S+/1\b", scores[0].part(kind))
            assert replay is not None


def test_it_says_what_a_reply_may_be_where_replies_are_read(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    state = office.play_until(game, lambda state: state.auction is not None, bold=True)
    assert state.awaiting is not None
    Run(office.replying(sink.smtp, "a key for tests that nobody else has to know")).run()
    asked = sink.to(office.address(game, state.awaiting.seat))[-1].part("plain")
    least = max((bid.amount for bid in state.auction.bids), default=0) + 1 if state.auction else 0
    assert f"Or reply, for example: bid {least} / pass\n" in asked


def test_without_a_way_in_it_names_no_reply(office: Office, sink: Sink) -> None:
    office.open_game(("human", "bot"))
    Run(office.parts(sink.smtp)).run()
    for kind in ("plain", "html"):
        assert "Or reply" not in sink.caught[0].part(kind)


def test_it_tells_the_exact_chances_of_the_next_card(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    state = office.play_until(
        game,
        lambda s: s.awaiting is not None and s.awaiting.kind == "draw" and s.draw_pile < 60,
        bold=True,
    )
    assert state.awaiting is not None
    office.clock.forward(timedelta(hours=1))
    Run(office.parts(sink.smtp)).run()
    mail = sink.to(office.address(game, state.awaiting.seat))[-1]
    told = told_chances(Words(), odds(state))
    assert len(told) == 2
    for kind in ("plain", "html"):
        text = " ".join(mail.part(kind).split())
        assert all(line in text for line in told)
