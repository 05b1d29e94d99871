"""``tenpost up``: the whole service in one process, on parts that need no server of their own.

Read ``up.py`` first. ``run`` is the command.
"""

from service.embedded.up import run

__all__ = ["run"]
