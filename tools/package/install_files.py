"""Installs all files of a kind below a folder, so that no list of them has to be kept.

Usage: install_files.py ROOT FOLDER SUFFIX TARGET. ROOT/FOLDER/PATH goes to PREFIX/TARGET/PATH, if it ends in SUFFIX."""

import os
import shutil
import sys
from pathlib import Path

root, folder, suffix, target = sys.argv[1:]
prefix = Path(os.environ["MESON_INSTALL_DESTDIR_PREFIX"])
for source in sorted((Path(root) / folder).rglob("*" + suffix)):
    installed = prefix / target / source.relative_to(Path(root) / folder)
    installed.parent.mkdir(parents=True, exist_ok=True)
    if "MESON_INSTALL_QUIET" not in os.environ:
        print(f"Installing {source} to {installed.parent}")
    shutil.copyfile(source, installed)
