"""Runs the Python blocks of a Markdown page, as a notebook does, and holds the page against what they answer.

    python page.py tour.md               # says where the page differs
    python page.py tour.md --write       # writes answers and pictures anew

What a block prints, and the value of its last line, stand below it in a block `text`. Where that value is a picture, a link to an
SVG file stands there, and the file is the picture.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import re
import sys
from pathlib import Path
from typing import Any

#: A block, and what follows it if it answers: a text, the link to a picture, or both.
BLOCK = re.compile(
    r"```python\n(?P<code>.*?)```\n(?:\n```text\n.*?```\n)?(?:\n(?P<link>!\[[^\]\n]*\]\((?P<file>[^)\n]+\.svg)\))\n)?",
    re.DOTALL,
)


def run(code: str, names: dict[str, Any]) -> tuple[str, str | None]:
    """Runs a block. Returns its text, and its picture if it has one."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    out = io.StringIO()
    value = None
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "<page>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<page>", "eval"), names)
    if hasattr(value, "_repr_svg_"):
        return out.getvalue(), value._repr_svg_()
    if isinstance(value, str) and value.startswith("<svg"):
        return out.getvalue(), value
    return out.getvalue() + ("" if value is None else f"{value!r}\n"), None


def differences(page: Path, write: bool = False) -> list[str]:
    """What of a page is not what its blocks answer. With `write` it is put right."""
    names: dict[str, Any] = {}
    found: list[str] = []

    def answered(block: re.Match[str]) -> str:
        text, picture = run(block["code"], names)
        answer = f"```python\n{block['code']}```\n" + (f"\n```text\n{text}```\n" if text else "")
        if picture is None:
            return answer
        if block["file"] is None:
            raise SystemExit(f"{page}: a picture, but no link to a file, below\n{block['code']}")
        file = page.parent / block["file"]
        if not file.exists() or file.read_text() != picture:
            found.append(f"{file.name} is another picture")
            if write:
                file.parent.mkdir(exist_ok=True)
                file.write_text(picture)
        return f"{answer}\n{block['link']}\n"

    text = page.read_text()
    fresh = BLOCK.sub(answered, text)
    for old, new in zip(text.splitlines(), fresh.splitlines(), strict=False):
        if old != new:
            found.append(f"the page says `{old}`, its blocks answer `{new}`")
            break
    else:
        if text != fresh:
            found.append("the page is longer or shorter than what its blocks answer")
    if write:
        page.write_text(fresh)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Holds a page against what its Python blocks answer")
    parser.add_argument("page", type=Path)
    parser.add_argument("--write", action="store_true", help="write answers and pictures anew")
    args = parser.parse_args()
    found = differences(args.page, args.write)
    if not args.write:
        print("\n".join(found), end="\n" if found else "")
    return 1 if found and not args.write else 0


if __name__ == "__main__":
    sys.exit(main())
