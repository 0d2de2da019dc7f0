#!/usr/bin/env python3
"""Measures what someone who works on Tenet waits for, in a copy of the tree and without ccache: a clean build of all
targets, an edit of one rule in each `.rules` file to a new `tenet`, and an edit of a clause in ops.rules to one.

Usage: tests/bench/build_times.py [--edits-only BUILD_COPY]
Prints one line for each, the median of three edits. With --edits-only, BUILD_COPY is a folder that an earlier run left
(it says which) and the clean build is not repeated."""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = "tools/tenet/tenet"
REPEATS = 3
NO_CCACHE = dict(os.environ, CCACHE_DISABLE="1")


def timed(*command, cwd):
    start = time.monotonic()
    done = subprocess.run(command, cwd=cwd, env=NO_CCACHE, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-4000:]}")
    return time.monotonic() - start


def copy_tree(target):
    listing = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                             capture_output=True, text=True, check=True)
    for name in listing.stdout.splitlines():
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def with_guard(text):
    """The text with a guard that always holds added to its first rule on one line that has none."""
    return re.sub(r"^(\s*rule \w+: (?:(?! where ).)+?)(\s*=>)", r"\1 where true\2", text, count=1, flags=re.MULTILINE)


def with_other_clause(text):
    return text.replace("eval trunc(x)", "eval trunc(trunc(x))", 1)


def edit_times(tree, path, edit):
    """Seconds from each of three edits of a file, there and back, to a new program."""
    original = path.read_text()
    edited = edit(original)
    if edited == original:
        return []
    times = []
    for attempt in range(REPEATS + REPEATS % 2):
        path.write_text(original if attempt % 2 else edited)
        times.append(timed("ninja", "-C", "build", TARGET, cwd=tree))
    return times[:REPEATS]


def main(arguments):
    if arguments[:1] == ["--edits-only"]:
        tree = Path(arguments[1])
    else:
        tree = Path(tempfile.mkdtemp(prefix="tenet-build-times-"))
        copy_tree(tree)
        timed("meson", "setup", "build", cwd=tree)
        print(f"clean build of all targets: {timed('ninja', '-C', 'build', cwd=tree):.0f} s (in {tree})", flush=True)
    slowest = (0.0, None)
    for path in sorted((tree / "patterns").rglob("*.rules")):
        name = path.relative_to(tree)
        is_vocabulary = path.name == "ops.rules"
        times = edit_times(tree, path, with_other_clause if is_vocabulary else with_guard)
        if not times:
            continue
        median = statistics.median(times)
        print(f"{'a clause' if is_vocabulary else 'a rule'} of {name} edited: {median:.1f} s", flush=True)
        if not is_vocabulary:
            slowest = max(slowest, (median, str(name)))
    print(f"slowest edit of one rule: {slowest[0]:.1f} s ({slowest[1]})")


if __name__ == "__main__":
    main(sys.argv[1:])
