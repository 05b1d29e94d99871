"""Render and send mails by one worker, against a loop that sends the same ready bytes."""

import smtplib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email.policy import SMTP

from sqlalchemy import delete, insert

from bench.measure import Row, Timing
from events.outbox import row_of
from events.tables import outbox
from events.ten.state import GameState
from service.config import Smtp
from tests.parts.postgres import PostgresServer
from tests.workers.sink import running_sink
from tests.workers.tables import Office
from workers.deliver import Run

GAMES = 40
"""At each an auction opens: all five bidders are mailed."""
BIDDERS = 5
RECAP = 12
"""Events since the last mail to the seat."""
REPETITIONS = 7
LEAST = 0.3

_SERVER = """
import asyncio, sys
from aiosmtpd.smtp import SMTP

class Taken:
    async def handle_DATA(self, server, session, envelope):
        return "250 OK"

async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Taken(), hostname="localhost"), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


def rows(server: PostgresServer) -> list[Row]:
    """One row: mails each second, ours and bare."""
    office = Office.at(server.url(server.create_database()))
    tables = [_table(office) for _ in range(GAMES)]
    with running_sink() as sink:
        _owe(office, tables)
        Run(office.parts(sink.smtp)).run(budget_s=600)
        ready = [(caught.to, caught.mail.as_bytes(policy=SMTP)) for caught in sink.caught]
    ours: list[float] = []
    bare: list[float] = []
    with _mail_server() as smtp:
        for turn in range(REPETITIONS + 1):
            _owe(office, tables)
            begun = time.perf_counter()
            Run(office.parts(smtp)).run(budget_s=600)
            own = time.perf_counter() - begun
            begun = time.perf_counter()
            _send(smtp, ready)
            if turn:
                ours.append(own)
                bare.append(time.perf_counter() - begun)
    office.store.engine.dispose()
    mails = GAMES * BIDDERS
    if len(ready) != mails:
        raise RuntimeError(f"{len(ready)} of {mails} mails were written")
    own_rate, bare_rate = mails / statistics.median(ours), mails / statistics.median(bare)
    ratio = own_rate / bare_rate
    return [
        Row(
            "mails rendered and sent by one worker",
            own_rate,
            "mails/s",
            None,
            bare_rate,
            ratio,
            f"at least {LEAST} of the same bytes sent ready, in a loop over one connection",
            ratio >= LEAST,
            Timing(tuple(ours)).spread,
        )
    ]


Table = tuple[str, int, tuple[int, ...]]
"""A game's id, the version at which its auction opened, and the bidders."""


def _table(office: Office) -> Table:
    """A table for five in the middle of its game, where an auction has just opened."""
    game = office.open_game(("human",) * BIDDERS)

    def opened(state: GameState) -> bool:
        auction = state.auction
        return state.draw_pile < 80 and auction is not None and not (auction.bids or auction.passed)

    auction = office.play_until(game, opened).auction
    assert auction is not None
    return game, auction.opened, auction.order


def _owe(office: Office, tables: Sequence[Table]) -> None:
    """Each bidder is owed the mail about the auction, and got another one not long ago."""
    now = office.clock.now
    with office.store.unit() as unit:
        unit.connection.execute(delete(outbox))
        for game, opened, bidders in tables:
            state = office.handler.load(game)
            for seat in bidders:
                person = state.seat(seat).player
                keys = f"{game}:{seat}", f"before:{game}:{seat}"
                owed, before = (
                    row_of(kind, key, now, game=game, seat=seat, person=person, decision=opened)
                    for kind, key in zip(("auction", "your-turn"), keys, strict=True)
                )
                before |= {"status": "sent", "not_before": None, "closed": now}
                before |= {"payload": {"shown": opened - RECAP}}
                for row in (owed, before):
                    unit.connection.execute(insert(outbox).values(**row))
        unit.connection.exec_driver_sql("ANALYZE outbox")


def _send(smtp: Smtp, ready: Sequence[tuple[str, bytes]]) -> None:
    with smtplib.SMTP(smtp.host, smtp.port) as connection:
        for to, raw in ready:
            connection.sendmail("post@ten.example", [to], raw)


@contextmanager
def _mail_server() -> Iterator[Smtp]:
    """aiosmtpd in a process of its own, so that it takes no time from whoever is measured."""
    process = subprocess.Popen([sys.executable, "-c", _SERVER], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield Smtp("127.0.0.1", int(process.stdout.readline()), security="none")
    finally:
        process.terminate()
        process.wait()
