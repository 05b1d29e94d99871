"""People who play by mail alone: what they were sent, and replies to it as a mail program writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP

from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.deliver import Run
from workers.mail import incoming
from workers.mail.parts import Parts
from workers.receive import receive

KEY = "a key for tests that nobody else has to know"


@dataclass
class Post:
    """An office whose mails can be replied to."""

    office: Office
    sink: Sink
    numbers: list[int] = field(default_factory=lambda: [0])

    @property
    def parts(self) -> Parts:
        return self.office.replying(self.sink.smtp, KEY)

    def deliver(self) -> list[Caught]:
        """Send what is owed; answers what was caught."""
        before = len(self.sink.caught)
        Run(self.parts).run(budget_s=60)
        return self.sink.caught[before:]

    def reply(self, caught: Caught, text: str, **headers: str) -> str:
        """Bring a reply to this mail, read it, and answer the code of what became of it."""
        mail = answer_to(caught.mail, text, self.new_id(), headers)
        return self.bring(mail.as_bytes(policy=SMTP), recipient_of(caught.mail))

    def bring(
        self, raw: bytes, recipient: str | None, sender: str | None = "ann@mail.example"
    ) -> str:
        incoming.store_mail(self.office.store, raw, self.office.clock.now, sender, recipient)
        assert receive(self.parts) == 1
        return self.results()[-1]

    def results(self) -> Sequence[str]:
        """The codes of all mails that came in."""
        from sqlalchemy import select

        from service.tables import inbound

        with self.office.store.read() as reader:
            found = reader.connection.execute(select(inbound.c.result).order_by(inbound.c.id))
            return found.scalars().all()

    def new_id(self) -> str:
        self.numbers[0] += 1
        return f"<{self.numbers[0]}@mail.example>"


def recipient_of(mail: EmailMessage) -> str:
    """The address that a reply goes to."""
    (address,) = mail["Reply-To"].addresses
    return str(address.addr_spec)


def answer_to(
    mail: EmailMessage, text: str, id: str, headers: dict[str, str] | None = None
) -> EmailMessage:
    """Top-posted, with our mail quoted below."""
    reply = EmailMessage()
    reply["From"] = "Ann <ann@mail.example>"
    reply["To"] = str(mail["Reply-To"])
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["Message-ID"] = id
    for name, value in (headers or {}).items():
        reply[name.replace("_", "-")] = value
    body = mail.get_body(("plain",))
    assert body is not None
    quoted = "\n".join(f"> {line}" for line in str(body.get_content()).splitlines())
    reply.set_content(f"{text}\n\nOn Mon, 2 Mar 2026 at 10:00, Tenpost wrote:\n{quoted}\n")
    return reply
