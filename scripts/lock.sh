#!/bin/sh
# Compiles requirements/run.txt and requirements/dev.txt from pyproject.toml: one resolution that
# holds for every platform and every Python from 3.11, each file pinned by hash, and no word of
# where packages come from: that is the business of the machine that installs them.
set -eu
cd "$(dirname "$0")/.."

compile() {
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 \
        --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links \
        --custom-compile-command "make lock" "$@" pyproject.toml
}

compile --output-file requirements/run.txt "$@"
compile --extra dev --constraints requirements/run.txt --output-file requirements/dev.txt "$@"
