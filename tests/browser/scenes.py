"""Games at points worth looking at, each with the path that leads there.

A point is looked for, not written down: games are played by bots and by whim, the same in every run,
until one is found. Whoever asks for a path gets a fresh link, so that what a test does with it
is nobody else's business.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import update

from events.ten.legal import Legal, legal_commands
from events.ten.state import GameState
from service import people
from service.people import Person
from service.tables import persons
from tests.browser.points import KINDS, POINTS, Point, draws, whim
from tests.browser.serving import Served
from tests.service.world import party

PLAIN: Final = ("Ann", "Bo", "Cleo", "Dan", "Eve")
ODD: Final = (
    "W" * 40,
    "עדן בת־שבע",
    "👩‍🚀🎲👩‍👩‍👧‍👦 Zoë",
    "</td><script>alert(1)</script>",
    "Ngô Thị Bích-Phượng-von-Höhenscheid-Lang",
)
"""Names that a page must bear: without a break, from right to left, of joined signs, of markup, long."""
ODD_GAME: Final = '<img src=x onerror=alert(1)> & "Ünïcödé" ﷽ ' + "m" * 15
ZONE: Final = "Europe/Copenhagen"
TRIES: Final = 60


@dataclass
class Scenes:
    """The scenes of one service, in one language. ``path(name)`` leads to one."""

    served: Served
    language: str = "en"
    _games: dict[str, str] = field(default_factory=dict)
    _number: int = 0

    def speak(self, language: str) -> None:
        """From now on everybody reads this language."""
        self.language = language
        with self.served.world.store.unit() as unit:
            unit.connection.execute(update(persons).values(language=language))

    def persons(self, names: Sequence[str] = PLAIN, zone: str = ZONE) -> list[Person]:
        """Persons of these names, each with a confirmed address that nobody else has."""
        self._number += 1
        return [
            self.served.world.person(
                name,
                self._address(at),
                language=self.language,
                zone=zone,
            )
            for at, name in enumerate(names, 1)
        ]

    def _address(self, seat: int) -> str:
        """That of the last made."""
        return f"seat{seat}.{self._number}.{self.language}@example.org"

    def game(self, kinds: Sequence[str], names: Sequence[str] = PLAIN, name: str = "") -> str:
        humans = kinds.count("human")
        return self.served.world.game(
            kinds, self.persons(names[:humans]), name or "Sunday evenings", turn_s=259200
        )

    def play(self, game: str, until: Point, seed: int = 0) -> bool:
        """Answer by whim until that point; whether it was reached before the end."""
        chance = random.Random(seed)
        world = self.served.world
        state = world.state(game)
        while state.awaiting is not None:
            seat = state.awaiting.seat
            if until(state, legal_commands(state, seat)):
                return True
            state = world.do(game, whim(state, seat, chance), f"seat:{seat}").state
        return False

    def found(self, name: str) -> str:
        """A game at that point of ``POINTS``; the same one for whoever asks."""
        if name not in self._games:
            self._games[name] = self.another(name)
        return self._games[name]

    def another(self, name: str) -> str:
        """A game at that point that nobody else has asked for."""
        for seed in range(TRIES):
            game = self.game(KINDS.get(name, ("human", "human", "bot")))
            if self.play(game, POINTS[name], seed):
                return game
        raise AssertionError(f"no game gets to the point {name!r}: look at POINTS")

    def seat(self, game: str, seat: int | None = None) -> str:
        """The path of a seat, else of the awaited one."""
        awaiting = self.served.world.state(game).awaiting
        if seat is None:
            assert awaiting is not None
            seat = awaiting.seat
        return f"/p/{self.served.world.token(game, seat)}"

    def path(self, name: str) -> str:
        """Where the scene is: a point of ``POINTS``, or one of the methods below."""
        if name in POINTS:
            return self.seat(self.found(name))
        made: Callable[[], str] = getattr(self, name.replace("-", "_"))
        return made()

    # Scenes that are no point of a game's course.

    def waiting(self) -> str:
        """Another one is awaited."""
        game = self.found("draw")
        awaiting = self.served.world.state(game).awaiting
        assert awaiting is not None
        return self.seat(game, 3 - awaiting.seat)

    def sealed(self) -> str:
        """An auction in which this seat comes later."""

        def later(state: GameState, legal: Legal) -> bool:
            return (
                legal.kind == "bid"
                and state.auction is not None
                and bool({1, 2, 3} & set(state.auction.still_to_bid[1:]))
            )

        if "sealed" not in self._games:
            game = self.game(("human", "human", "human"))
            assert self.play(game, later)
            self._games["sealed"] = game
        game = self._games["sealed"]
        auction = self.served.world.state(game).auction
        assert auction is not None
        return self.seat(game, auction.still_to_bid[1])

    def stale(self) -> str:
        """A link of an earlier turn, while its seat is awaited again."""
        world = self.served.world
        game = self.game(("human", "human"))
        old = self.seat(game, 1)
        turn = world.state(game).turn
        assert self.play(game, lambda s, legal: s.turn > turn + 1 and legal.seat == 1)
        return old

    def solo(self) -> str:
        game = self.game(("human", "house"))
        assert self.play(game, lambda s, legal: draws(s, legal) and len(s.seat(2).cards) >= 3)
        return self.seat(game, 1)

    def solo_over(self) -> str:
        return self.seat(self._over("solo", ("human", "house")), 1)

    def over(self) -> str:
        return self.seat(self._over("over", ("human", "human", "bot")), 1)

    def over_public(self) -> str:
        return f"/g/{self._over('over', ('human', 'human', 'bot'))}"

    def odd(self) -> str:
        """Five people of odd names, one of whom is to bid."""
        if "odd" not in self._games:
            game = self.game(("human",) * 5, ODD, ODD_GAME)
            assert self.play(game, lambda s, legal: legal.kind == "bid" and s.turn > 6)
            self._games["odd"] = game
        return self.seat(self._games["odd"])

    def odd_over(self) -> str:
        return self.seat(self._over("odd", ("human",) * 5, ODD, ODD_GAME), 1)

    def _over(
        self, name: str, kinds: Sequence[str], names: Sequence[str] = PLAIN, title: str = ""
    ) -> str:
        key = f"{name} over"
        if key not in self._games:
            game = self.game(kinds, names, title)
            self.play(game, lambda s, legal: False)
            self._games[key] = game
        return self._games[key]

    def public(self) -> str:
        """The table that anybody may see."""
        return f"/g/{self.found('draw')}"

    def replay_middle(self) -> str:
        """A version in the middle of a finished game."""
        game = self._over("over", ("human", "human", "bot"))
        return f"/g/{game}/{self.served.world.state(game).version // 2}"

    def replay_end(self) -> str:
        game = self._over("over", ("human", "human", "bot"))
        return f"/g/{game}/{self.served.world.state(game).version}"

    # What comes before a game.

    def hosted(self) -> str:
        """The host's seat while others are missing: invited by mail, by link, and a bot."""
        world = self.served.world
        self.served.patient()
        return world.confirmed(
            **party("bo@example.org", "link", "bot", language=self.language, game="Tea at five")
        )

    def invited(self) -> str:
        """An invitation by mail that is open."""
        return self.served.world.invitations(self.served.world.game_of(self.hosted()))[2]

    def invited_by_link(self) -> str:
        return self.served.world.invitations(self.served.world.game_of(self.hosted()))[3]

    def confirm(self) -> str:
        """The link that a host confirms the own address with."""
        world = self.served.world
        self.served.patient()
        world.create(**party("bo@example.org", "link", "bot", language=self.language))
        return f"/c/{world.mint('confirm', world.mails('sign-in')[-1].payload['draft'])}"

    def idle(self) -> str:
        """The link to "my games" of a person who sits nowhere."""
        return self._signs_in(self.persons(PLAIN[:1])[0])

    def sign_in(self) -> str:
        """That of a person who sits at two tables."""
        person = self.persons(PLAIN[:1])[0]
        for name in ("Sunday evenings", ODD_GAME):
            self.served.world.game(("human", "bot"), [person], name)
        return self._signs_in(person)

    def busy(self) -> str:
        """That of a person with games of every kind, an invitation, and an address that does not work."""
        world = self.served.world
        ann, bo = self.persons(PLAIN[:2])
        link = self._signs_in(ann)
        world.game(("human", "bot"), [ann], ODD_GAME, turn_s=86_400)
        world.game(("human", "bot"), [ann], "Tea at five", turn_s=None)
        self.play(world.game(("human", "human"), [ann, bo]), lambda s, legal: legal.seat == 2)
        self.play(world.game(("human", "bot"), [ann], "Long ago"), lambda s, legal: False)
        with world.store.read() as reader:
            asked = people.place(reader.connection, world.game(("human", "bot"), [ann]), 1)
        assert asked is not None
        self.served.patient()
        host = {"name": "Bo", "address": f"host{self._number}.{self.language}@example.org"}
        world.confirmed(**party(asked.address or "", language=self.language, game="Chess?", **host))
        with world.store.unit() as unit:
            old = people.know_address(unit.connection, f"old.{self._address(1)}", world.clock.now)
            people.confirm_address(unit.connection, old.id, ann.id, world.clock.now)
            people.mark_address(unit.connection, old.id, "bouncing")
        return link

    def _signs_in(self, person: Person) -> str:
        """The link to "my games" of the person who was made last."""
        world = self.served.world
        with world.store.read() as reader:
            found = people.find_address(reader.connection, self._address(1))
        assert found is not None
        assert found.person == person.id
        return f"/s/{world.mint('sign-in', found.id, person=person.id)}"

    def bounced(self) -> str:
        """The host's seat where mail to another comes back."""
        world = self.served.world
        game = self.game(("human", "human"))
        with world.store.unit() as unit:
            place = people.place(unit.connection, game, 2)
            assert place is not None
            assert place.address_id is not None
            people.mark_address(unit.connection, place.address_id, "bouncing")
        return self.seat(game, 1)

    def unsubscribe(self) -> str:
        """The link of a mail's foot that ends mail."""
        world = self.served.world
        game = self.game(("human", "bot"))
        person = world.state(game).seat(1).player
        return f"/m/{world.mint('unsubscribe', None, game, seat=1, person=person)}"

    def inbox(self) -> str:
        """The mails that were caught, one at least."""
        if not self.served.mailbox.numbers():
            self.game(("human", "bot"), ODD, ODD_GAME)
            self.served.deliver(budget_s=0.5)
        return "/inbox"
