#!/usr/bin/env python3
"""Counts the test cases of a `meson test` run from its logs and prints `N passed, N failed` as the last line.

A suite in TAP counts by its cases, any other by one. A suite that failed without a failed case (it crashed, or ran out
of time) counts as one failure more. The exit status is 0 if something ran and nothing failed."""

import json
import sys
import xml.etree.ElementTree as ElementTree


def suites_of(junit_path):
    """For each suite in TAP, by its name: how many of its cases passed and failed."""
    counts = {}
    for suite in ElementTree.parse(junit_path).getroot().iter("testsuite"):
        cases = [c for c in suite.iter("testcase") if c.find("skipped") is None]
        failed = sum(c.find("failure") is not None or c.find("error") is not None for c in cases)
        counts[suite.get("name")] = (len(cases) - failed, failed)
    return counts


def count(tests, suites):
    """(passed, failed) over all tests."""
    passed = failed = 0
    for test in tests:
        good = test["result"] in ("OK", "EXPECTEDFAIL")
        if not good and test["result"] != "SKIP":
            print(f"failed: {test['name']} ({test['result'].lower()}); again by: {' '.join(test['command'])}")
        cases = next((c for name, c in suites.items() if name.endswith("." + test["name"])), None)
        if cases is None:
            cases = (int(good), int(not good and test["result"] != "SKIP"))
        elif not good and cases[1] == 0:
            cases = (cases[0], 1)
        passed += cases[0]
        failed += cases[1]
    return passed, failed


def main(json_path, junit_path):
    try:
        with open(json_path, encoding="utf-8") as log:
            tests = [json.loads(line) for line in log]
        passed, failed = count(tests, suites_of(junit_path))
    except (OSError, ElementTree.ParseError) as error:
        print(f"The tests did not run to their end: {error}")
        passed = failed = 0
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
