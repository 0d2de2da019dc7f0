#!/usr/bin/env python3
"""Installs Tenet into a temporary folder, moves that, hides the source and build trees, and builds and runs the
downstream project `relational` against the installation alone. Prints one TAP line for each thing that is promised.

Usage: consumer_test.py SOURCE_ROOT BUILD_ROOT"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


class Failed(Exception):
    """A promise that does not hold, with what shows it."""


def run(*command, cwd=None, env=None):
    """The output of a command; Failed with all of it if the command fails."""
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=env, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}\nends with status {done.returncode}:\n{done.stdout}")
    return done.stdout


class Consumer:
    """The project, in a folder of its own, and the installation that it is built with."""

    def __init__(self, source_root, build_root, work):
        self.source_root, self.build_root = source_root, build_root
        self.prefix, self.project, self.build = work / "moved", work / "relational", work / "build"
        self.staging = work / "staging"
        self.hiding = self.hide()

    def hide(self):
        """What to put before a command so that it sees neither tree; nothing where the system does not allow that."""
        mounts = " && ".join(f"mount -t tmpfs none '{tree}'" for tree in (self.build_root, self.source_root)
                             if tree == self.source_root or not tree.is_relative_to(self.source_root))
        for unshare in (["unshare", "-m"], ["unshare", "-rm"]):
            hiding = [*unshare, "sh", "-c", mounts + ' && exec "$@"', "hidden"]
            try:
                run(*hiding, "test", "!", "-e", self.source_root / "meson.build")
                return hiding
            except (Failed, OSError):
                continue
        return []

    def alone(self, *command):
        """Runs a command that must need neither tree."""
        env = dict(os.environ, PKG_CONFIG_PATH=str(next(self.prefix.rglob("pkgconfig"))))
        return run(*self.hiding, *command, cwd=self.project.parent, env=env)

    # --- the promises, in order --------------------------------------------------------------------------------------

    def installs(self):
        run("meson", "install", "-C", self.build_root, "--no-rebuild", "--quiet", "--destdir", self.staging)
        options = json.loads(run("meson", "introspect", "--buildoptions", self.build_root))
        prefix = next(o["value"] for o in options if o["name"] == "prefix")
        shutil.move(self.staging / prefix.lstrip("/"), self.prefix)
        shutil.rmtree(self.staging)

    def installs_all_of_core(self):
        core = self.source_root / "core"
        headers = {h.relative_to(self.source_root) for folder in ("base", "ir", "analysis", "rewrite")
                   for h in (core / folder).rglob("*.h")}
        there = {h.relative_to(self.prefix / "include/tenet") for h in (self.prefix / "include/tenet").rglob("*.h")}
        if headers - there:
            raise Failed("not installed: " + ", ".join(sorted(map(str, headers - there))))

    def names_no_tree(self):
        for path in self.prefix.rglob("*"):
            if path.suffix in {".cmake", ".pc", ".h", ".rules"}:
                text = path.read_text(encoding="utf-8")
                for tree in (self.source_root, self.build_root, self.staging):
                    if str(tree) in text:
                        raise Failed(f"{path} names {tree}")

    def builds(self):
        self.alone("cmake", "-S", self.project, "-B", self.build, "-G", "Ninja",
                   f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_BUILD_TYPE=Release")
        self.alone("cmake", "--build", self.build)

    def reads_no_tree(self):
        read = run("ninja", "-C", self.build, "-t", "deps")
        for tree in (self.source_root, self.build_root):
            if str(tree) + "/" in read:
                raise Failed(f"its compilation reads {tree}:\n{read}")

    def shows_its_rules(self):
        shown = self.alone(self.build / "optimise")
        golden = self.source_root / "tests/consumer/relational.expected"
        if os.environ.get("TENET_UPDATE_GOLDEN") == "1":
            golden.write_text(shown)
        if not golden.exists() or golden.read_text() != shown:
            raise Failed(f"what it prints is not {golden}:\n{shown}")

    def holds_no_tensor(self):
        symbols = run("nm", "-C", self.build / "optimise")
        if "tenet::rewrite" not in symbols:
            raise Failed("nm does not show the engine, so it would not show tensors")
        foreign = [line for line in symbols.splitlines() if "tenet::rules" in line or "tenet::Tensor" in line]
        if foreign:
            raise Failed("symbols of Tenet's own ops:\n" + "\n".join(foreign))

    def rebuilds_nothing(self):
        again = self.alone("cmake", "--build", self.build)
        if "no work to do" not in again:
            raise Failed(again)

    def rebuilds_for_an_edited_rule(self):
        rules = self.project / "relational.rules"
        text = rules.read_text()
        edited = text.replace("NOT(NOT(p))                 => p", "NOT(NOT(NOT(NOT(p))))       => p")
        if edited == text:
            raise Failed("the rule to edit is not in relational.rules")
        rules.write_text(edited)
        self.alone("cmake", "--build", self.build)
        if "not_not" in self.alone(self.build / "optimise"):
            raise Failed("a rule that no longer matches still fires")

    def reports_a_wrong_rule(self):
        rules = self.project / "relational.rules"
        rules.write_text(rules.read_text().replace("=> p & q", "=> p & unknown_name", 1)
                         .replace("select(r, p & q)", "select(r, p & unknown_name)", 1))
        try:
            self.alone("cmake", "--build", self.build)
        except Failed as failure:
            if "relational.rules:" not in str(failure) or "unknown_name" not in str(failure):
                raise Failed(f"the message names neither file nor name:\n{failure}") from failure
            return
        raise Failed("a rule with an unknown name was compiled")

    def serves_pkg_config(self):
        flags = self.alone("pkg-config", "--cflags", "--libs", "tenet-core").split()
        source = self.project.parent / "engine.cpp"
        source.write_text('#include "core/rewrite/engine.h"\nint main() { return tenet::PassStatistics().fired; }\n')
        program = self.project.parent / "engine"
        self.alone("c++", "-std=c++20", source, "-o", program, *flags)
        self.alone(program)


PROMISES = {
    "it installs": Consumer.installs,
    "every header of core is installed": Consumer.installs_all_of_core,
    "what is installed names no build or source tree": Consumer.names_no_tree,
    "a CMake project with ops of its own builds": Consumer.builds,
    "its build reads neither tree": Consumer.reads_no_tree,
    "its own rules fire": Consumer.shows_its_rules,
    "it holds no tensor symbol": Consumer.holds_no_tensor,
    "nothing is built again when nothing changed": Consumer.rebuilds_nothing,
    "an edited rule makes a new program": Consumer.rebuilds_for_an_edited_rule,
    "a wrong rule is reported with its place": Consumer.reports_a_wrong_rule,
    "pkg-config finds the engine": Consumer.serves_pkg_config,
}


def main(source_root, build_root):
    source_root, build_root = Path(source_root).resolve(), Path(build_root).resolve()
    print(f"1..{len(PROMISES)}")
    broken = False
    with tempfile.TemporaryDirectory(prefix="tenet-consumer-") as work:
        shutil.copytree(source_root / "tests/consumer/relational", Path(work) / "relational")
        consumer = Consumer(source_root, build_root, Path(work))
        if not consumer.hiding:
            print("# this system does not let a test hide folders: only the files that were read are checked")
        for number, (promise, holds) in enumerate(PROMISES.items(), 1):
            try:
                holds(consumer)
                print(f"ok {number} - {promise}", flush=True)
            except Failed as failure:
                broken = True
                print(f"not ok {number} - {promise}")
                print("\n".join(f"#   {line}" for line in str(failure).splitlines()), flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
