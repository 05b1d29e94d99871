#!/bin/sh
# Puts a virtual environment with the tenpost command into .venv: Python 3.11 or newer, no root.
# A stamp in .venv remembers what was installed where, so a second call costs next to nothing.
set -eu
cd "$(dirname "$0")/.."

stamp=.venv/.setup-done
log=.venv/setup.log

say() { printf 'setup %s\n' "$1" >&2; }

# The place counts too: the installed command points into this folder, wherever it was moved.
wanted() {
    cat requirements/dev.txt pyproject.toml scripts/setup.sh | cksum
    pwd
}

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(wanted)" ] && .venv/bin/python -c '' 2>/dev/null; then
    exit 0
fi

# Some systems have a python3.13 on the PATH that only prints why it cannot run: each is tried.
python=''
too_old=''
lacks_venv=''
# 3.12 and 3.11 first: the Redis that the tests bring along has wheels up to 3.12.
for name in python3.12 python3.11 python3.13 python3; do
    version=$("$name" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
    if ! "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        too_old=$version
    elif ! "$name" -c 'import ensurepip, venv' 2>/dev/null; then
        lacks_venv=${lacks_venv:-$name}
    else
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    if [ -n "$lacks_venv" ]; then
        say "needs Python's venv and ensurepip modules, which $lacks_venv lacks: install them (Debian and Ubuntu: the package $lacks_venv-venv) and run make setup again"
    elif [ -n "$too_old" ]; then
        say "needs Python 3.11 or newer, but python3 is Python $too_old: install Python 3.11 or newer and run make setup again"
    else
        say "needs Python 3.11 or newer and found no python3: install Python 3.11 or newer and run make setup again"
    fi
    exit 1
fi

# An environment of a Python that is gone, or of an older one, is made anew.
if ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    if ! problem=$("$python" -m venv --clear .venv 2>&1); then
        say "could not make the virtual environment .venv: $(printf '%s' "$problem" | tail -n 1)"
        exit 1
    fi
fi
rm -f "$stamp"

pip() {
    .venv/bin/python -m pip --disable-pip-version-check --no-input --quiet --retries 2 "$@"
}

printf 'setup installs into .venv with %s; the first time takes about a minute\n' "$python" >&2
if ! pip install --require-hashes -r requirements/dev.txt >"$log" 2>&1; then
    if grep -q 'DO NOT MATCH THE HASHES' "$log"; then
        say "refused a downloaded package that is not the one pinned in requirements/dev.txt: the details are in $log"
    elif grep -qiE 'connection|resolve|timed out|network|proxy|no matching distribution' "$log"; then
        say "could not download the packages in requirements/dev.txt: check the network connection and run make setup again (details: $log)"
    else
        say "could not install the packages in requirements/dev.txt: $log says why"
    fi
    exit 1
fi
# Needs nothing more from outside: setuptools came with the packages above.
if ! pip install --no-deps --no-build-isolation --editable . >"$log" 2>&1; then
    say "could not install the tenpost command into .venv: $log says why"
    exit 1
fi
wanted >"$stamp"
