"""An IMAP server on loopback with one mailbox: as much of the protocol as a look into a mailbox takes."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

USER, PASSWORD = "ten", "secret words"


@dataclass
class Mailbox:
    """``mails`` by their number, from 1; ``seen``: numbers that were marked."""

    mails: list[bytes] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    port: int = 0
    fetched: list[str] = field(default_factory=list)
    drops: bool = False
    """Whether it goes away when it is asked for a mail."""


class _Session(socketserver.StreamRequestHandler):
    mailbox: Mailbox

    def handle(self) -> None:
        self._say(b"* OK ready")
        while line := self.rfile.readline():
            tag, _, said = line.decode().strip().partition(" ")
            if not self._answer(tag, said):
                return

    def _answer(self, tag: str, said: str) -> bool:
        name = said.split(" ")[0].upper()
        if name == "LOGIN":
            fine = said in (f'LOGIN {USER} "{PASSWORD}"', f'LOGIN "{USER}" "{PASSWORD}"')
            self._say(f"{tag} {'OK' if fine else 'NO'} login".encode())
            return True
        if name == "UID" and not self._uid(said):
            return False
        if name == "CAPABILITY":
            self._say(b"* CAPABILITY IMAP4rev1")
        if name == "SELECT":
            self._say(f"* {len(self.mailbox.mails)} EXISTS".encode())
        if name == "LOGOUT":
            self._say(b"* BYE")
        self._say(f"{tag} OK done".encode())
        return True

    def _uid(self, said: str) -> bool:
        box = self.mailbox
        if said.startswith("UID SEARCH"):
            unseen = [n for n in range(1, len(box.mails) + 1) if n not in box.seen]
            self._say(f"* SEARCH {' '.join(map(str, unseen))}".encode())
            return True
        found = re.match(r"UID (FETCH|STORE) (\d+) (.*)", said)
        assert found is not None, said
        number = int(found[2])
        raw = box.mails[number - 1]
        if found[1] == "STORE":
            box.seen.add(number)
        elif "SIZE" in found[3]:
            self._say(f"* {number} FETCH (UID {number} RFC822.SIZE {len(raw)})".encode())
        else:
            if box.drops:
                return False
            box.fetched.append(found[3])
            part = raw.partition(b"\r\n\r\n")[0] if "HEADER" in found[3] else raw
            self._say(f"* {number} FETCH (UID {number} BODY[] {{{len(part)}}}".encode())
            self.wfile.write(part)
            self._say(b")")
        return True

    def _say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")


@contextmanager
def running_mailbox() -> Iterator[Mailbox]:
    """A mailbox that can be polled until the block ends."""
    box = Mailbox()
    session = type("Session", (_Session,), {"mailbox": box})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), session) as server:
        box.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield box
        server.shutdown()
        thread.join()
