#!/usr/bin/env python3
"""Check the packages that a workspace builds on: their licences, where they come from, the compiler they need, and that few stand at two
versions.

Usage: dependencies.py MANIFEST...
"""

import json
import re
import subprocess
import sys
from collections import defaultdict

ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
}
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"

# Packages that others need at several versions. The versions of glam are those that nalgebra can convert to.
DUPLICATES = set(
    """base64 bit-set bit-vec bitflags cpufeatures foldhash getrandom glam hashbrown miniz_oxide num-bigint png r-efi rand
    rand_core shlex syn""".split()
)


def is_allowed(expression: str) -> bool:
    """Return whether a licence expression leaves a choice that is allowed. A slash between licences means OR."""
    words = re.findall(r"[()]|[^\s()/]+(?: WITH [^\s()/]+)?|/", expression)

    def either() -> bool:
        found = both()
        while words and words[0] in ("OR", "/"):
            words.pop(0)
            found = both() or found
        return found

    def both() -> bool:
        found = one()
        while words and words[0] == "AND":
            words.pop(0)
            found = one() and found
        return found

    def one() -> bool:
        word = words.pop(0)
        if word != "(":
            return word in ALLOWED
        found = either()
        words.pop(0)
        return found

    return either()


def compiler(package: dict) -> tuple[int, ...]:
    """Return the oldest compiler that a package names; () if it names none."""
    return tuple(int(part) for part in (package["rust_version"] or "").split(".") if part)


def faults(manifest: str) -> list[str]:
    """Return what is wrong with the packages of a workspace."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", manifest]
    packages = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["packages"]
    found = []
    versions = defaultdict(set)
    ours = max(compiler(package) for package in packages if package["source"] is None)
    for package in packages:
        name = f"{package['name']} {package['version']}"
        versions[package["name"]].add(package["version"])
        if package["source"] is None:
            continue
        if package["source"] != REGISTRY:
            found.append(f"{name} comes from {package['source']}")
        if not is_allowed(package["license"] or "none"):
            found.append(f"{name} has the licence {package['license']}")
        if ours and compiler(package) > (*ours, 0):
            found.append(f"{name} needs Rust {package['rust_version']}")
    several = {name for name, held in versions.items() if len(held) > 1}
    found += [f"{name} stands at the versions {', '.join(sorted(versions[name]))}" for name in sorted(several - DUPLICATES)]
    print(f"{manifest}: {len(packages)} packages, {len(several)} at several versions: {', '.join(sorted(several))}")
    return found


def main() -> None:
    found = [f"{manifest}: {fault}" for manifest in sys.argv[1:] for fault in faults(manifest)]
    sys.exit("\n".join(found) or 0)


main()
