#!/usr/bin/env python3
"""Write the bill of materials of the program and of the library for browsers (CycloneDX), and the licences of what they are linked
with.

Usage: bill.py FOLDER. The folder gets `continuum.cdx.json` and `THIRD-PARTY.txt`.
"""

import json
import subprocess
import sys
from pathlib import Path

# Packages that carry no text of their licence, with the file of this project that has the same text.
USUAL_TEXTS = {"MIT": "LICENSE-MIT", "Apache-2.0": "LICENSE-APACHE"}

# The licence of the fonts in the program.
FONTS = Path("src/render/assets/LICENSE-dejavu.txt")


def linked_packages(manifest: str, *of_tree: str) -> tuple[dict, list[dict]]:
    """Return the package of a manifest and those that it is linked with, by name."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", manifest]
    told = subprocess.run(command, check=True, capture_output=True, text=True)
    metadata = json.loads(told.stdout)
    packages = {(package["name"], package["version"]): package for package in metadata["packages"]}
    # Unlike the metadata, the tree has no features that only tests or the Python package ask for.
    tree = ["cargo", "tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}", "--manifest-path", manifest]
    told = subprocess.run([*tree, *of_tree], check=True, capture_output=True, text=True)
    words = [line.split() for line in told.stdout.splitlines()]
    found = sorted({(name, version.removeprefix("v")) for name, version, *_ in words})
    root = next(package for package in metadata["packages"] if package["id"] == metadata["resolve"]["root"])
    others = [packages[key] for key in found if packages[key] is not root]
    return root, others


def component(package: dict) -> dict:
    """Return a package as a component of the bill."""
    return {
        "type": "library",
        "name": package["name"],
        "version": package["version"],
        "purl": f"pkg:cargo/{package['name']}@{package['version']}",
        "licenses": [{"expression": (package["license"] or "NOASSERTION").replace("/", " OR ")}],
    }


def licence_texts(package: dict) -> list[str]:
    """Return the texts of the licences of a package, as it carries them."""
    folder = Path(package["manifest_path"]).parent
    names = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(names))
    if files:
        return [path.read_text(errors="replace") for path in files]
    return [Path(file).read_text() for name, file in USUAL_TEXTS.items() if name in (package["license"] or "")]


def main(folder: Path) -> None:
    """Write both files."""
    this, of_program = linked_packages("Cargo.toml")
    _, of_library = linked_packages("site/Cargo.toml", "--target", "wasm32-unknown-unknown")
    linked = {(package["name"], package["version"]): package for package in of_program + of_library}
    others = [package for key, package in sorted(linked.items()) if package["name"] != this["name"]]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": this["name"], "version": this["version"]}},
        "components": [component(package) for package in others],
    }
    (folder / "continuum.cdx.json").write_text(json.dumps(bill, indent=2) + "\n")
    # Packages by the text of their licence: many carry the same.
    by_text: dict[str, list[str]] = {}
    for package in others:
        title = f"{package['name']} {package['version']} ({package['license']})"
        texts = licence_texts(package)
        if not texts:
            sys.exit(f"{title}: no text of its licence was found")
        for text in texts:
            by_text.setdefault(text.strip(), []).append(title)
    parts = ["continuum is linked with packages under these licences."]
    for text, titles in by_text.items():
        parts.append("\n".join(["=" * 78, *titles, "=" * 78, "", text]))
    parts.append("\n".join(["=" * 78, "The fonts, from DejaVu", "=" * 78, "", FONTS.read_text().strip()]))
    (folder / "THIRD-PARTY.txt").write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
