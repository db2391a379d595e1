#!/usr/bin/env python3
"""Copy a wheel, with a program that is installed beside Python's.

Usage: with_program.py WHEEL PROGRAM FOLDER.
"""

import base64
import hashlib
import sys
import zipfile
from pathlib import Path


SBOMS = ".dist-info/sboms/"


def main(wheel: Path, program: Path, folder: Path) -> None:
    """Write the wheel of the same name into the folder."""
    name, version = wheel.name.split("-")[:2]
    data = program.read_bytes()
    place = f"{name}-{version}.data/scripts/{program.name}"
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(folder / wheel.name, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            # The builder's own bill of materials names its folder; the release has another.
            if SBOMS in item.filename:
                continue
            content = old.read(item)
            if item.filename.endswith(".dist-info/RECORD"):
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                kept = b"".join(line for line in content.splitlines(keepends=True) if SBOMS.encode() not in line)
                content = f"{place},sha256={digest},{len(data)}\n".encode() + kept
            new.writestr(item, content)
        script = zipfile.ZipInfo(place)
        script.external_attr = 0o100755 << 16
        script.compress_type = zipfile.ZIP_DEFLATED
        new.writestr(script, data)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
