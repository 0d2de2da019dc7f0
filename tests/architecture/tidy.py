#!/usr/bin/env python3
"""Runs clang-tidy over the sources of a build folder, and over nothing that has not changed since it last passed.

Usage: tidy.py SOURCE_ROOT BUILD_ROOT. What a file's check depends on (its text and that of the headers it includes, its
flags, .clang-tidy, the version of the tool) is hashed; a hash that passed is kept as an empty file, so that a second run,
in another clone too, costs nothing. The stamps lie in $XDG_CACHE_HOME/tenet/tidy (~/.cache/tenet/tidy)."""

import hashlib
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TIDY = "clang-tidy-19"
# Tests are held to the compiler's warnings and to .clang-format; the macros of Catch2 drown anything else.
CHECKED = ("dsl/", "gen/", "patterns/", "core/", "backends/", "runtime/", "tools/")
KEEP_STAMPS_DAYS = 30


def compiled_sources(source_root, build_root):
    """(source, object, flags) of each of our own sources that the build folder compiles."""
    commands = json.loads((build_root / "compile_commands.json").read_text())
    seen = set()
    for command in commands:
        path = (build_root / command["file"]).resolve()
        name = os.path.relpath(path, source_root)
        if not name.startswith(CHECKED) or path.is_relative_to(build_root) or name in seen:
            continue
        seen.add(name)
        yield name, command["output"], flags_of(command["command"])


def flags_of(command):
    """The flags of a compiler call that matter to another compiler: includes, macros and the language."""
    flags, words = [], shlex.split(command)
    for at, word in enumerate(words):
        if word.startswith(("-I", "-D", "-std=")):
            flags.append(word)
        elif word.startswith("-isystem"):
            flags.extend([word] if word != "-isystem" else [word, words[at + 1]])
    return flags


def dependencies(build_root):
    """For each object the files that its last compilation read, as ninja recorded them."""
    log = subprocess.run(["ninja", "-C", build_root, "-t", "deps"], capture_output=True, text=True, check=True)
    read, current = {}, None
    for line in log.stdout.splitlines():
        if line.startswith("    "):
            read[current].append(line.strip())
        elif ": #deps" in line:
            current = line.split(": #deps")[0]
            read[current] = []
    return read


class Hasher:
    """Hashes of files, each read once. System headers count by the version of their tool alone."""

    def __init__(self, source_root, build_root):
        self.source_root, self.build_root = source_root, build_root
        version = subprocess.run([TIDY, "--version"], capture_output=True, text=True, check=True).stdout
        self.base = version + (source_root / ".clang-tidy").read_text()
        self.of_file = {}

    def file(self, path):
        if path not in self.of_file:
            self.of_file[path] = hashlib.sha256(path.read_bytes()).hexdigest()
        return self.of_file[path]

    def source(self, name, flags, read):
        digest = hashlib.sha256((self.base + name + " ".join(flags)).encode())
        own = {(self.build_root / r).resolve() for r in read} | {self.source_root / name}
        for path in sorted(p for p in own if p.is_relative_to(self.source_root) and p.is_file()):
            # Relative to the build folder, so that clones with build folders of other names agree.
            relative = path.relative_to(self.build_root if path.is_relative_to(self.build_root) else self.source_root)
            digest.update(f"{relative} {self.file(path)}\n".encode())
        return digest.hexdigest()


def tidy(source_root, build_root, name, flags):
    command = [TIDY, "--quiet", str(source_root / name), "--", "-x", "c++", *flags]
    return subprocess.run(command, cwd=build_root, capture_output=True, text=True, check=False)


def main(source_root, build_root):
    source_root, build_root = Path(source_root).resolve(), Path(build_root).resolve()
    stamps = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tenet/tidy"
    stamps.mkdir(parents=True, exist_ok=True)
    hasher, read = Hasher(source_root, build_root), dependencies(build_root)
    work, total = [], 0
    for name, output, flags in compiled_sources(source_root, build_root):
        total += 1
        stamp = stamps / hasher.source(name, flags, read.get(output, []))
        if stamp.exists():
            stamp.touch()
        else:
            work.append((name, flags, stamp))
    print(f"{total - len(work)} of {total} sources passed before; checking {len(work)}", flush=True)
    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda w: (w, tidy(source_root, build_root, w[0], w[1])), work)
        for (name, _, stamp), result in results:
            if result.returncode == 0:
                stamp.touch()
            else:
                failed += 1
                print(f"{name}:\n{result.stdout}{result.stderr}", flush=True)
    subprocess.run(["find", stamps, "-type", "f", "-mtime", f"+{KEEP_STAMPS_DAYS}", "-delete"], check=False)
    print(f"{total - failed} sources pass, {failed} do not")
    return 1 if failed or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
