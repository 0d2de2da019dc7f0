#!/usr/bin/env python3
"""What the driver promises on the command line. Prints one TAP line for each test.

Usage: tenet_test.py TENET"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

TENET = Path(sys.argv[1]).resolve()
ADD_ZERO = "(add (var x 0 8) (const 0 weakint))"


def tenet(*arguments, text=""):
    return subprocess.run([TENET, *map(str, arguments)], input=text, text=True, check=False, capture_output=True)


def expect(done, status, out=None, in_error=None):
    assert done.returncode == status, done
    assert out is None or done.stdout == out, done
    assert in_error is None or in_error in done.stderr, done


def opt_simplifies(_):
    expect(tenet("opt", "-", text=ADD_ZERO), 0, "(var x 0 8)\n")


def opt_reads_a_file_with_a_version_line(folder):
    (folder / "graph.uop").write_text(";; tenet 1\n" + ADD_ZERO + "\n")
    expect(tenet("opt", folder / "graph.uop"), 0, "(var x 0 8)\n")


def opt_runs_the_pass_asked_for(_):
    expect(tenet("opt", "--pass", "bits", "-", text=ADD_ZERO), 0, ADD_ZERO + "\n")


def opt_names_the_passes_there_are(_):
    expect(tenet("opt", "--pass", "bitz", "-", text=ADD_ZERO), 1, in_error="no pass `bitz`; there are bits")


def opt_leaves_out_rules(_):
    expect(tenet("opt", "--without", "nonsense", "-", text=ADD_ZERO), 1, in_error="no rule `nonsense`")


def opt_batch_goes_on_after_an_error(_):
    done = tenet("opt", "--batch", "-", text=f"{ADD_ZERO}\n(add (var x 0 8)\n\n(mul (var y 0 3) (const 1 weakint))\n")
    lines = done.stdout.splitlines()
    expect(done, 1)
    assert lines[0] == "(var x 0 8)" and lines[1].startswith("error: column ") and lines[2] == "(var y 0 3)", lines


def opt_says_where_a_graph_is_wrong(_):
    expect(tenet("opt", "-", text="(add\n  (var x 0 8) (nonsense))"), 1, "", "<stdin>:2:")


def opt_names_a_missing_file(folder):
    expect(tenet("opt", folder / "none.uop"), 1, "", "none.uop: No such file")
    expect(tenet("opt", folder), 1, "", "it is a folder")


def opt_writes_a_trace(folder):
    expect(tenet("opt", "--trace", folder / "trace.jsonl", "-", text=ADD_ZERO), 0, "(var x 0 8)\n")
    lines = [json.loads(line) for line in (folder / "trace.jsonl").read_text().splitlines()]
    assert len(lines) == 1 and lines[0]["after_text"] == "(var x 0 8)" and ".rules:" in lines[0]["at"], lines


def rules_show_what_fired(folder):
    stats = folder / "counts.json"
    expect(tenet("opt", "--stats", stats, "-", text=ADD_ZERO), 0)
    done = tenet("rules", "--stats", stats, "--fired")
    expect(done, 0)
    fired = [line.split() for line in done.stdout.splitlines() if "sound" in line]
    assert len(fired) == 1 and fired[0][0] == "1", done.stdout


def rules_list_place_and_soundness(_):
    done = tenet("rules", "bits")
    expect(done, 0)
    assert "patterns/simplify/bits.rules:" in done.stdout and "ruleset compare" not in done.stdout, done.stdout


def bounds_of_each_line(_):
    text = "(mul (var x -3 5) (const 2 weakint))\n(param 0 float32 (4))\n(cmplt (var x 0 3) (const 9 weakint))\nnonsense\n"
    done = tenet("bounds", "--batch", "-", text=text)
    expect(done, 1)
    lines = done.stdout.splitlines()
    assert lines[0] == "-6 10" and lines[2] == "1 1" and lines[3].startswith("error: "), lines


def eval_of_each_line(_):
    graphs = [
        ('{"graph": "(add (var x 0 8) (const 1 weakint))", "vars": {"x": 3}}', "4"),
        ('{"graph": "(cmplt (var x 0 8) (const 4 weakint))", "vars": {"x": 3}}', "true"),
        ('{"graph": "(const invalid bool)"}', '"invalid"'),
        ('{"graph": "(mul (const 0.0 float32) (const inf float32))"}', '"nan"'),
        ('{"graph": "(exp2 (const inf float32))"}', '"inf"'),
        ('{"graph": "(stack (var x 0 8) (const 7 weakint))", "vars": {"x": 1}}', "[1,7]"),
        ('{"graph": "(floordiv (const 7 weakint) (const 0 weakint))"}', "0"),
        ('{"graph": "(index (param 0 int32 (3)) (const 2 weakint))", "buffers": {"0": [5, 6, 7]}}', "7"),
    ]
    done = tenet("eval", "--batch", "-", text="\n".join(line for line, _ in graphs))
    expect(done, 0, "".join(answer + "\n" for _, answer in graphs))


def eval_names_what_is_missing(_):
    bad = ['{"graph": "(var x 0 8)"}', "[]", '{"graph": "(var x 0 8)", "vars": {"x": [1]}}', "{"]
    done = tenet("eval", "--batch", "-", text="\n".join(bad))
    expect(done, 1)
    lines = done.stdout.splitlines()
    assert len(lines) == 4 and all(line.startswith("error: ") for line in lines), lines
    assert "no value is given for `x`" in lines[0], lines


def help_has_examples(_):
    for command in ("opt", "bounds", "eval", "rules"):
        done = tenet(command, "--help")
        expect(done, 0)
        assert "Examples:" in done.stdout, done.stdout
    expect(tenet(), 106, in_error="A subcommand is required")
    expect(tenet("nonsense"), 1, in_error="no command `nonsense`; there are opt")


TESTS = [
    opt_simplifies,
    opt_reads_a_file_with_a_version_line,
    opt_runs_the_pass_asked_for,
    opt_names_the_passes_there_are,
    opt_leaves_out_rules,
    opt_batch_goes_on_after_an_error,
    opt_says_where_a_graph_is_wrong,
    opt_names_a_missing_file,
    opt_writes_a_trace,
    rules_show_what_fired,
    rules_list_place_and_soundness,
    bounds_of_each_line,
    eval_of_each_line,
    eval_names_what_is_missing,
    help_has_examples,
]


def main():
    print(f"1..{len(TESTS)}")
    for number, test in enumerate(TESTS, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Path(folder))
                print(f"ok {number} - {test.__name__}")
            except AssertionError as error:
                print(f"not ok {number} - {test.__name__}\n# {error}".replace("\n", "\n# "))


main()
