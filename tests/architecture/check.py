#!/usr/bin/env python3
"""Checks what the tree promises of itself: who includes whom, sizes, names, and what never stands in it.

Usage: check.py ROOT. Prints one TAP line for each promise, with what breaks it in comment lines."""

import re
import subprocess
import sys
from pathlib import Path

TOP_LEVEL = {"meson.build", "meson_options.txt", "README.md", "LICENSE", "NOTICE",
             "dsl", "gen", "patterns", "core", "backends", "runtime", "tools", "tests"}
SOURCE = {".cpp", ".h"}
MAX_LINES = 500
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}
NO_OP_FOLDERS = ("core/base/", "core/ir/", "core/analysis/", "core/rewrite/", "core/live/")
GENERATED = re.compile(r"(Lexer|Parser|ParserVisitor|ParserBaseVisitor)\.(cpp|h)$|\.(interp|tokens)$|\.rules\.cpp$")


def files_of(root):
    """Every file of the tree that git tracks or would track; without git, all but build folders and dot files."""
    listing = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root,
                             capture_output=True, text=True, check=False)
    if listing.returncode == 0 and listing.stdout:
        names = listing.stdout.splitlines()
    else:
        names = [p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()]
        names = [n for n in names if not n.startswith((".", "build/")) and "__pycache__" not in n]
    return sorted(n for n in set(names) if (root / n).is_file())


def strip_comments(text):
    """C++ text without comments; literals stay, as does the number of lines."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
    return pattern.sub(lambda m: "\n" * m[0].count("\n") if m[0].startswith("/") else m[0], text)


def read_arrows(path):
    """The folders of the table, and for each the set of folders that it may include."""
    arrows = {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            folder, targets = line.split("->")
            arrows[folder.strip()] = targets.split()
    return arrows


def folder_of(name, arrows):
    """The longest folder of the table that holds the file, or its own folder if there is none."""
    parts = name.split("/")[:-1]
    for length in range(len(parts), 0, -1):
        folder = "/".join(parts[:length])
        if folder in arrows:
            return folder
    return "/".join(parts)


def reachable(folder, arrows):
    """Every folder that `folder` may include, itself among them."""
    seen, stack = set(), [folder]
    while stack:
        at = stack.pop()
        if at not in seen:
            seen.add(at)
            stack.extend(arrows.get(at, []))
    return seen


def allowed(source, target, arrows):
    reach = reachable(source, arrows)
    if "all" in reach and not target.startswith(("tools", "tests")):
        return True
    return any(target == r or target.startswith(r + "/") for r in reach)


class Tree:
    """The files of the tree, with the text of its sources read once."""

    def __init__(self, root):
        self.root = root
        self.files = files_of(root)
        # What lies in a `golden` folder is an expected text, whatever its name ends in.
        sources = [n for n in self.files if Path(n).suffix in SOURCE and "golden" not in Path(n).parts]
        self.text = {n: (root / n).read_text(encoding="utf-8") for n in sources}
        self.code = {n: strip_comments(t) for n, t in self.text.items()}

    def lines(self, pattern):
        """(file, line number, match) of every place in code that the pattern matches."""
        for name, code in self.code.items():
            for number, line in enumerate(code.splitlines(), 1):
                for match in re.finditer(pattern, line):
                    yield name, number, match


def check_arrows(tree):
    arrows = read_arrows(Path(__file__).with_name("arrows.txt"))
    tops = {n.split("/")[0] for n in tree.files if "/" in n}
    for name, number, match in tree.lines(r'^\s*#\s*include\s+"([^"]+)"'):
        included = match[1]
        if "/" not in included:
            # Relative includes hide where a file lies; in a downstream project they are its own.
            if not name.startswith("tests/consumer/"):
                yield f"{name}:{number}: include path `{included}` does not start at the root"
        elif included.split("/")[0] in tops and not name.startswith("tests/consumer/"):
            source, target = folder_of(name, arrows), folder_of(included, arrows)
            if not allowed(source, target, arrows):
                yield f"{name}:{number}: {source} may not include {target} (`{included}`)"


def check_sizes(tree):
    for name, text in tree.text.items():
        count = text.count("\n")
        opening = "\n".join(text.splitlines()[:20])
        if count > MAX_LINES and not re.search(r"over 500 lines", opening, re.IGNORECASE):
            yield f"{name}: {count} lines; split it, or say on top why it is over {MAX_LINES} lines"


def check_top_level(tree):
    for top in sorted({n.split("/")[0] for n in tree.files}):
        if top not in TOP_LEVEL and not top.startswith("."):
            yield f"{top}: not in the agreed top level"


def check_names(tree):
    for name in tree.files:
        path = Path(name)
        for part in path.parts:
            if part.split(".")[0] in FORBIDDEN_NAMES:
                yield f"{name}: `{part}` says nothing about what is in it"
        if path.suffix in SOURCE and not re.fullmatch(r"[a-z0-9_/.]+", name):
            yield f"{name}: file and folder names are snake_case"
        if path.suffix in {".cc", ".cxx", ".hpp", ".hh"}:
            yield f"{name}: sources end in .cpp, headers in .h"


def check_generated(tree):
    for name in tree.files:
        if GENERATED.search(name):
            yield f"{name}: looks generated; generated files live in the build folder only"
    for name, text in tree.text.items():
        if re.match(r"(//|/\*)\s*(generated (by|from)|automatically generated)", text, re.IGNORECASE):
            yield f"{name}: says that it is generated; generated files live in the build folder only"


def check_forbidden_code(tree):
    for name, number, _ in tree.lines(r"\busing\s+namespace\b"):
        yield f"{name}:{number}: `using namespace`"
    for name, number, match in tree.lines(r"\bcatch\s*\(\s*\.\.\.\s*\)"):
        yield f"{name}:{number}: a catch-all `catch`"
    for name, number, match in tree.lines(r"\bshared_ptr\s*<\s*(const\s+)?(Graph|Node)\b"):
        yield f"{name}:{number}: `{match[0]}`: graphs are not shared"
    for name, text in tree.text.items():
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", line):
                yield f"{name}:{number}: a note to come back: {line.strip()}"
            if re.search(r"\bNOLINT(NEXTLINE|BEGIN)?\([^)]*\)\s*$|\bNOLINT(NEXTLINE|BEGIN)?\s*$", line):
                yield f"{name}:{number}: a NOLINT without its reason"
            if name.endswith(".h") and number == 1 and line != "#pragma once":
                yield f"{name}:{number}: a header begins with `#pragma once`"


def check_own_header_first(tree):
    for name, code in tree.code.items():
        own = name[:-4] + ".h"
        if name.endswith(".cpp") and own in tree.text:
            first = re.search(r'#\s*include\s+["<]([^">]+)', code)
            if first is None or first[1] != own:
                yield f"{name}: includes its own header `{own}` first"


def check_every_source_is_built(tree):
    builds = [(tree.root / n).read_text() for n in tree.files if Path(n).name == "meson.build"]
    for name in tree.files:
        path = Path(name)
        if not (name in tree.text and path.suffix == ".cpp" or name.endswith("_test.py")):
            continue
        if name.startswith("tests/consumer/relational/"):
            continue
        # A source is named with some of the folders above it, whole or as `FOLDER / file`, or by its stem in a list.
        if not any(re.search(rf"[/']{re.escape(path.name)}'|'{re.escape(path.stem)}'", text) for text in builds):
            yield f"{name}: no meson.build builds or runs it"


def check_core_names_no_op(tree):
    rules = tree.root / "patterns/ops.rules"
    if not rules.is_file():
        return
    ops = re.findall(r"^op (\w+)", rules.read_text(), re.MULTILINE)
    names = "|".join(ops)
    spelled = "|".join(op.lower() for op in ops)
    pattern = rf'\bOp::(?!None\b)\w+|(?<![\w:])(?:{names})(?![\w])|"(?:{spelled})"'
    for name, number, match in tree.lines(pattern):
        if name.startswith(NO_OP_FOLDERS):
            yield f"{name}:{number}: names the op `{match[0]}`; what core knows of ops comes from the vocabulary"


PROMISES = {
    "includes follow the arrows": check_arrows,
    "files stay under 500 lines or say why not": check_sizes,
    "the top level holds what was agreed": check_top_level,
    "files and folders have telling names": check_names,
    "no generated file stands in the tree": check_generated,
    "code holds none of what is never written": check_forbidden_code,
    "a source includes its own header first": check_own_header_first,
    "every source is built": check_every_source_is_built,
    "core/{base,ir,analysis,rewrite,live} name no op": check_core_names_no_op,
}


def main(root):
    tree = Tree(Path(root).resolve())
    print(f"1..{len(PROMISES)}")
    broken = 0
    for number, (promise, check) in enumerate(PROMISES.items(), 1):
        problems = list(check(tree))
        broken += bool(problems)
        print(f"{'not ok' if problems else 'ok'} {number} - {promise}")
        for problem in problems:
            print(f"#   {problem}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
