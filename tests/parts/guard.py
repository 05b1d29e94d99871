"""Runs one server for a test run and ends it when the run is over, however the run ends.

``guard.py FOLDER SIGNAL UID GID COMMAND...`` runs as a process of its own. It starts COMMAND (as
UID and GID; -1 leaves them as they are) and waits for the end of its standard input, which the
test run holds open: the system closes it even when the run is killed. Then the server gets SIGNAL,
by its process id, and FOLDER is removed. A server that ends by itself ends the guard with its
status.

Standard library only, and no import of the project: it is run with ``python -I``.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
from typing import Any

PATIENCE = 20  # seconds for a clean shutdown before the server is killed


def main() -> int:
    folder, name, uid, gid, *command = sys.argv[1:]
    identity: dict[str, Any] = {}
    if int(uid) >= 0:
        identity = {"user": int(uid), "group": int(gid), "extra_groups": []}
    # Ctrl-C in a terminal reaches the whole foreground group; the order to end comes by stdin.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=folder, **identity) as server:

            def end() -> None:
                while os.read(0, 4096):
                    pass
                server.send_signal(signal.Signals[name])
                try:
                    server.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    server.kill()

            threading.Thread(target=end, daemon=True).start()
            return int(server.wait())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
