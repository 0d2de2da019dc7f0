#!/usr/bin/env python3
"""The corpus runner notices what is wrong: every tenth record of a copy is falsified (a value, a bound that then excludes
a sample, a recorded result, a method's result), and exactly those records must fail.

usage: corpus_self_test.py RUNNER CORPUS"""
import json
import subprocess
import sys
import tempfile

FLOATS = ("float16", "float32", "float64", "bfloat16", "weakfloat")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def falsify_value(record):
    for sample in record.get("samples", []):
        if sample.get("valid") is False:
            continue
        value = sample["value"]
        if isinstance(value, list) and value and is_number(value[0]):
            sample["value"] = [value[0] + 1] + value[1:]
        elif isinstance(value, bool):
            sample["value"] = not value
        elif is_number(value):
            sample["value"] = value * 2 + 1 if isinstance(value, float) else value + 1
        else:
            continue
        return True
    return False


def falsify_bound(record):
    if record["dtype"] == "void" or "invalid" in record["in"] or "vmin" not in record:
        return False
    for sample in record.get("samples", []):
        if is_number(sample["value"]) and is_number(record["vmax"]) and abs(sample["value"]) < 1e6:
            record["vmin"], record["vmax"] = sample["value"] + 1, max(record["vmax"], sample["value"]) + 2
            return True
    return False


def falsify_out(record):
    values = [s["value"] for s in record.get("samples", [])]
    if "out" not in record or not values or not all(isinstance(v, (bool, int, float)) and abs(v) < 1e3 for v in values):
        return False
    if record["dtype"] == "bool":
        record["out"] = f"(cmpne {record['out']} (const true bool))"
    elif record["dtype"] in FLOATS:
        record["out"] = f"(add {record['out']} (const 1000.0 weakfloat))"
    elif record["dtype"] == "void":
        return False
    else:
        record["out"] = f"(add {record['out']} (const 1 weakint))"
    return True


def falsify_result(record):
    if not is_number(record.get("result")):
        return False
    record["result"] += 1
    return True


def main(runner, corpus):
    ways = [falsify_value, falsify_bound, falsify_out, falsify_result]
    expected = set()
    with open(corpus, encoding="utf-8") as lines, tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as copy:
        for number, line in enumerate(lines):
            record = json.loads(line)
            if number % 10 == 0 and record["kind"] != "codegen" and not record.get("reference_wrong"):
                turn = number // 10 % len(ways)
                if any(way(record) for way in ways[turn:] + ways[:turn]):
                    expected.add(record["id"])
            copy.write(json.dumps(record) + "\n")
    run = subprocess.run([runner, copy.name], capture_output=True, text=True, check=False)
    failed = {line.split()[0] for line in run.stdout.splitlines() if ") is wrong: " in line}
    for name in sorted(expected - failed):
        print(f"{name} was falsified and passed")
    for name in sorted(failed - expected):
        print(f"{name} is untouched and failed")
    good = failed == expected and expected and run.returncode == 1
    print(f"{len(expected)} records falsified, {len(failed)} failed, exit status {run.returncode}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
