"""Render and send mails by one worker, against a loop that sends the same ready bytes."""

import smtplib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email.policy import SMTP

from sqlalchemy import delete, insert, select, update

from bench.measure import Row, Timing
from events.outbox import row_of
from events.store import Unit
from events.tables import outbox
from service.config import Smtp
from tests.parts.postgres import PostgresServer
from tests.workers.sink import running_sink
from tests.workers.tables import Office
from workers.deliver import Run

GAMES = 12
MAILS = 16
"""For each game and repetition."""
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
    mails = GAMES * MAILS
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


def _table(office: Office) -> tuple[str, int, int]:
    """A table for five in the middle of its game: its id, the awaited seat, the open decision."""
    game = office.open_game(("human", "bot", "human", "bot", "bot"))
    state = office.play_until(game, lambda state: state.draw_pile < 60)
    assert state.awaiting is not None
    return game, state.awaiting.seat, state.awaiting.decision


def _owe(office: Office, tables: Sequence[tuple[str, int, int]]) -> None:
    """Each awaited seat is owed some mails about its decision, and got one not long ago."""
    with office.store.unit() as unit:
        unit.connection.execute(delete(outbox))
        for game, seat, decision in tables:
            _owe_seat(office, unit, game, seat, decision)
        unit.connection.exec_driver_sql("ANALYZE outbox")


def _owe_seat(office: Office, unit: Unit, game: str, seat: int, decision: int) -> None:
    now = office.clock.now
    person = office.handler.load(game).seat(seat).player

    def row(key: str) -> dict[str, object]:
        at = {"game": game, "seat": seat, "person": person, "decision": decision}
        return row_of("your-turn", f"{key}:{game}", now, **at)  # type: ignore[arg-type]

    for number in range(MAILS):
        unit.connection.execute(insert(outbox).values(**row(str(number))))
    unit.connection.execute(insert(outbox).values(**row("before")))
    before = select(outbox.c.id).where(outbox.c.key == f"before:{game}").scalar_subquery()
    unit.connection.execute(
        update(outbox)
        .where(outbox.c.id == before)
        .values(status="sent", not_before=None, payload={"shown": decision - RECAP})
    )


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
