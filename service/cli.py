"""The command ``tenpost``: parse, dispatch, and say what went wrong in one sentence.

Exit status: 0 done, 1 refused or wrong (a sentence on standard error), 2 a misspelt command line.
"""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from events.errors import TenpostError
from service import logbook
from service.config import SettingsError
from service.typed import Unfit, fit_address
from service.wording import Words

Run = Callable[[argparse.Namespace], int]

if TYPE_CHECKING:
    # The class of what ``add_subparsers`` answers has no public name.
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; the exit status."""
    arguments = _parser().parse_args(argv)
    run: Run = arguments.run
    _print_anything()
    try:
        status = run(arguments)
        sys.stdout.flush()
        return status
    except (TenpostError, SettingsError) as error:
        return _refused(Words("en").refusal(error) if isinstance(error, TenpostError) else error)
    except BrokenPipeError:
        # The reader of a pipe has gone (``tenpost export G | head``); nothing is wrong.
        _let_go()
        return 0
    except OSError as error:
        _let_go()
        return _refused(logbook.unusable(error))
    except KeyboardInterrupt:
        return 130


def _refused(sentence: object) -> int:
    print(f"tenpost: {sentence}", file=sys.stderr)
    return 1


def _print_anything() -> None:
    """What the terminal has no sign for, such as an odd file name, is printed as its number."""
    if sys.stdout is None:
        # Started without one (``tenpost up >&-``).
        sys.stdout = io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _let_go() -> None:
    """Print what is still held back, or drop it: Python would try again at its end, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tenpost",
        description="Play the card game TEN by e-mail; keep, replay and check its logs.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_up(commands)
    _add_simulate(commands)
    _add_logs(commands)
    _add_score(commands)
    _add_store(commands)
    _add_gallery(commands)
    return parser


def _add_up(commands: "_Commands") -> None:
    up = commands.add_parser("up", help="run the whole service in one process, until Ctrl-C")
    up.add_argument("--port", type=_port, default=None, help="port to listen on (default 8010)")
    up.add_argument(
        "--data", type=Path, default=None, metavar="DIR", help="where the games are kept"
    )
    up.add_argument("--demo", action="store_true", help="add a game to play: you and three bots")
    up.set_defaults(run=_up)


def _add_simulate(commands: "_Commands") -> None:
    simulate = commands.add_parser("simulate", help="let bots play whole games, one log each")
    simulate.add_argument("--games", type=_count, required=True, metavar="N")
    simulate.add_argument("--players", type=_players, required=True, metavar="P")
    simulate.add_argument(
        "--seed", type=_seed, required=True, metavar="S", help="the same seed, the same files"
    )
    simulate.add_argument("--out", type=Path, required=True, metavar="DIR")
    simulate.set_defaults(run=_simulate)


def _add_logs(commands: "_Commands") -> None:
    replay = commands.add_parser("replay", help="show the table of a game at a version")
    replay.add_argument("log", metavar="FILE-or-GAME")
    replay.add_argument(
        "--at", type=_version, default=None, metavar="V", help="version (default: the last)"
    )
    replay.add_argument("--json", action="store_true")
    _data(replay)
    replay.set_defaults(
        run=lambda a: logbook.replay(a.log, version=a.at, as_json=a.json, data=a.data)
    )
    verify = commands.add_parser("verify", help="check logs from the deal to the score")
    verify.add_argument("logs", nargs="+", metavar="FILE-or-GAME")
    verify.add_argument(
        "--head", default=None, metavar="V:HASH", help="as printed at the foot of a mail"
    )
    _data(verify)
    verify.set_defaults(run=lambda a: logbook.verify(a.logs, head=a.head, data=a.data))


def _add_score(commands: "_Commands") -> None:
    score = commands.add_parser("score", help="points and runs of a collection of cards")
    score.add_argument("codes", nargs="*", metavar="CODE", help="such as R1 BW W5 WW")
    score.add_argument("--json", action="store_true")
    score.set_defaults(run=lambda a: logbook.score(a.codes, as_json=a.json))


def _add_store(commands: "_Commands") -> None:
    export = commands.add_parser("export", help="write a stored game's log to standard output")
    export.add_argument("game", metavar="GAME")
    _data(export)
    export.set_defaults(run=lambda a: logbook.export(a.game, data=a.data))
    bring = commands.add_parser("import", help="verify a log file and store it")
    bring.add_argument("file", type=Path, metavar="FILE")
    _data(bring)
    bring.set_defaults(run=lambda a: logbook.bring_in(a.file, data=a.data))
    check = commands.add_parser("check", help="replay and verify every stored game")
    _data(check)
    check.set_defaults(run=lambda a: logbook.check(data=a.data))
    rebuild = commands.add_parser("rebuild", help="empty and refill the read models from the log")
    _data(rebuild)
    rebuild.set_defaults(run=lambda a: logbook.rebuild(data=a.data))
    forget = commands.add_parser("forget", help="erase all that is kept about a person, for good")
    forget.add_argument("address", type=_address, metavar="ADDRESS", help="any of theirs")
    _data(forget)
    forget.set_defaults(run=lambda a: logbook.forget(a.address, data=a.data))
    given_up = commands.add_parser("undelivered", help="list the mails that were given up, and why")
    given_up.add_argument(
        "--again", nargs="+", type=_row, default=[], metavar="N", help="try these once more"
    )
    _data(given_up)
    given_up.set_defaults(run=lambda a: logbook.mails(a.again, data=a.data))
    upgrade = commands.add_parser("migrate", help="bring the database to this program's tables")
    _data(upgrade)
    upgrade.set_defaults(run=lambda a: logbook.upgrade(data=a.data))
    ready = commands.add_parser("ready", help="whether the database can be used (0) or not (1)")
    _data(ready)
    ready.set_defaults(run=lambda a: logbook.ready(data=a.data))


def _add_gallery(commands: "_Commands") -> None:
    gallery = commands.add_parser(
        "mail-gallery", help="write every kind of mail in every language, as files to look at"
    )
    gallery.add_argument("out", type=Path, metavar="OUT", help="folder for the files")
    gallery.set_defaults(run=_gallery)


def _data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, default=None, metavar="DIR", help="where the games are kept"
    )


def _whole(text: str, least: int | None, most: int | None, sentence: str) -> int:
    """A whole number in plain digits, within the bounds. Raises ArgumentTypeError with that sentence."""
    # Of more digits than these, int() would speak for itself.
    if re.fullmatch(r"-?[0-9]{1,4000}", text):
        number = int(text)
        if (least is None or least <= number) and (most is None or number <= most):
            return number
    raise argparse.ArgumentTypeError(sentence)


def _port(text: str) -> int:
    return _whole(text, 0, 65535, "a port is a number from 0 to 65535")


def _count(text: str) -> int:
    return _whole(text, 1, 9999, "give a number of games from 1 to 9999")


def _players(text: str) -> int:
    return _whole(text, 1, 5, "TEN is a game for 1 to 5 players")


def _row(text: str) -> int:
    return _whole(text, 1, 2**31 - 1, "give the numbers that tenpost undelivered prints")


def _version(text: str) -> int:
    # Which versions there are, the log says.
    return _whole(text, None, None, "a version is a whole number: 1, 2, 3 and so on")


def _address(text: str) -> str:
    try:
        return fit_address(text)
    except Unfit:
        raise argparse.ArgumentTypeError("give a mail address such as ann@example.org") from None


def _seed(text: str) -> str:
    """Any text; bytes that are none in this terminal's encoding give no seed."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("a seed is a text, such as 7 or monday") from None
    return text


def _up(arguments: argparse.Namespace) -> int:
    # Flask, Celery and the listeners are loaded for this command alone: the others answer at once.
    from service import embedded

    return embedded.run(port=arguments.port, data=arguments.data, demo=arguments.demo)


def _simulate(arguments: argparse.Namespace) -> int:
    from events import simulate

    out = arguments.out
    written = simulate.write_games(arguments.games, arguments.players, arguments.seed, out)
    print(Words("en").count("%(n)s game", "%(n)s games", len(written)), f"written to {out}.")
    return 0


def _gallery(arguments: argparse.Namespace) -> int:
    from workers.gallery import gallery

    made = gallery(arguments.out)
    print(Words("en").count("%(n)s file", "%(n)s files", len(made)), f"written to {arguments.out}.")
    return 0
