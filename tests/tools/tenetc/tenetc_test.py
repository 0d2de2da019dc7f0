#!/usr/bin/env python3
"""What `tenetc` promises on the command line. Prints one TAP line for each test.

Usage: tenetc_test.py TENETC"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

TENETC = Path(sys.argv[1]).resolve()

OPS = """dtypes {
  bool : boolean
}
op VAR() [name: str]   dtype bool
op FLIP(a)             dtype bool
op BOTH(a, b)          dtype bool
"""
NEGATIONS = """use "ops.rules"
ruleset negations {
  rule flip_flip: flip(flip(x)) => x
}
"""
PAIRS = """use "ops.rules"
ruleset pairs {
  rule both_same: both(x, x) => x
}
"""


def tenetc(*arguments, cwd):
    return subprocess.run([TENETC, *map(str, arguments)], cwd=cwd, text=True, check=False, capture_output=True)


def library(folder):
    for name, text in {"ops.rules": OPS, "negations.rules": NEGATIONS, "pairs.rules": PAIRS}.items():
        (folder / name).write_text(text)
    return ["negations.rules", "pairs.rules"]


def gen(folder, *arguments):
    done = tenetc("gen", "--out", "out/pairs", "--namespace", "mine", *arguments, *library(folder), cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def stamps(folder):
    return {p.name: p.stat().st_mtime_ns for p in (folder / "out/pairs").iterdir()}


def age(folder):
    for path in (folder / "out/pairs").iterdir():
        os.utime(path, ns=(1, 1))


def says_its_version(folder):
    done = tenetc("--version", cwd=folder)
    assert done.returncode == 0 and done.stdout.startswith("tenetc "), done


def every_command_has_help_with_examples(folder):
    for command in ["gen", "check", "dump"]:
        done = tenetc(command, "--help", cwd=folder)
        assert done.returncode == 0 and "Examples:" in done.stdout and f"tenetc {command}" in done.stdout, done


def a_command_is_needed(folder):
    assert tenetc(cwd=folder).returncode != 0
    assert tenetc("generate", cwd=folder).returncode != 0


def gen_writes_what_list_lists(folder):
    listed = gen(folder, "--list").split()
    assert not (folder / "out").exists()
    gen(folder)
    assert sorted(listed) == sorted(stamps(folder)), (listed, stamps(folder))
    assert {"ops.h", "ops.cpp", "rules.h", "negations.rules.cpp", "pairs.rules.cpp"} <= set(listed), listed


def headers_are_included_by_the_library(folder):
    gen(folder)
    assert '#include "pairs/ops.h"' in (folder / "out/pairs/ops.cpp").read_text()
    assert "namespace mine {" in (folder / "out/pairs/ops.h").read_text()
    gen(folder, "--library", "some/where")
    assert '#include "some/where/ops.h"' in (folder / "out/pairs/ops.cpp").read_text()


def gen_leaves_alone_what_is_the_same(folder):
    gen(folder)
    age(folder)
    gen(folder)
    assert set(stamps(folder).values()) == {1}, stamps(folder)


def an_edited_rule_changes_one_file(folder):
    gen(folder)
    age(folder)
    global PAIRS
    before, PAIRS = PAIRS, PAIRS.replace("both(x, x)", "both(x, flip(x))")
    try:
        gen(folder)
    finally:
        PAIRS = before
    changed = [name for name, stamp in stamps(folder).items() if stamp != 1]
    assert changed == ["pairs.rules.cpp"], changed


def the_depfile_names_every_file_read(folder):
    gen(folder, "--depfile", "out/rules.d")
    target, _, sources = (folder / "out/rules.d").read_text().partition(":")
    assert target == "out/pairs/ops.h", target
    names = sources.replace("\\\n", " ").split()
    assert sorted(names) == ["negations.rules", "ops.rules", "pairs.rules"], names


def generated_code_names_no_folder_of_this_machine(folder):
    gen(folder)
    for path in (folder / "out/pairs").iterdir():
        assert str(folder) not in path.read_text(), path


def used_files_are_found_in_included_folders(folder):
    library(folder)
    (folder / "elsewhere").mkdir()
    (folder / "ops.rules").rename(folder / "elsewhere/ops.rules")
    assert tenetc("check", "pairs.rules", cwd=folder).returncode == 1
    done = tenetc("check", "-I", "elsewhere", "pairs.rules", cwd=folder)
    assert done.returncode == 0, done.stderr


def errors_are_shown_where_they_are_and_nothing_is_written(folder):
    library(folder)
    (folder / "pairs.rules").write_text(PAIRS.replace("both(x, x)", "boht(x, x)"))
    done = tenetc("gen", "--out", "out", "pairs.rules", cwd=folder)
    assert done.returncode == 1 and not (folder / "out").exists(), done
    assert done.stderr.startswith("pairs.rules:3:19: error: "), done.stderr
    assert "did you mean `both`?" in done.stderr and "^~~~" in done.stderr, done.stderr


def a_missing_file_is_named(folder):
    done = tenetc("check", "nothing.rules", cwd=folder)
    assert done.returncode == 1 and done.stderr == "tenetc: cannot read `nothing.rules`\n", done
    (folder / "mine.rules").write_text('use "nowhere.rules"\n')
    done = tenetc("check", "mine.rules", cwd=folder)
    assert done.returncode == 1 and "cannot find `nowhere.rules`" in done.stderr, done


def check_counts_what_it_has_checked(folder):
    library(folder)
    done = tenetc("check", "negations.rules", "pairs.rules", cwd=folder)
    assert done.stdout == "3 files, 3 ops, 2 rulesets, 2 rules: no errors\n", done


def dump_shows_decisions_as_text_and_picture(folder):
    library(folder)
    text = tenetc("dump", "negations.rules", cwd=folder)
    assert text.returncode == 0 and "flip_flip" in text.stdout, text
    dot = tenetc("dump", "--dot", "--op", "flip", "negations.rules", cwd=folder)
    assert dot.returncode == 0 and dot.stdout.startswith("digraph"), dot
    assert tenetc("dump", "--ruleset", "nothing", "negations.rules", cwd=folder).returncode == 1


def a_folder_that_cannot_be_written_is_named(folder):
    (folder / "out").write_text("")
    done = tenetc("gen", "--out", "out/pairs", *library(folder), cwd=folder)
    assert done.returncode == 1 and "cannot write `out/pairs/ops.h`" in done.stderr, done


TESTS = [says_its_version, every_command_has_help_with_examples, a_command_is_needed, gen_writes_what_list_lists,
         headers_are_included_by_the_library, gen_leaves_alone_what_is_the_same, an_edited_rule_changes_one_file,
         the_depfile_names_every_file_read, generated_code_names_no_folder_of_this_machine,
         used_files_are_found_in_included_folders, errors_are_shown_where_they_are_and_nothing_is_written,
         a_missing_file_is_named, check_counts_what_it_has_checked, dump_shows_decisions_as_text_and_picture,
         a_folder_that_cannot_be_written_is_named]


def main():
    failed = 0
    print(f"1..{len(TESTS)}")
    for number, test in enumerate(TESTS, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Path(folder))
                problem = ""
            except AssertionError as error:
                problem = str(error) or "the promise does not hold"
        print(f"{'not ok' if problem else 'ok'} {number} - {test.__name__.replace('_', ' ')}")
        for line in problem.splitlines():
            print(f"# {line}")
        failed += bool(problem)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
