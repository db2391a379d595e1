"""The page of examples."""

import shutil

import pytest
from conftest import EXAMPLES


def test_the_page_says_what_its_blocks_answer():
    pytest.importorskip("pyarrow")
    import page

    assert page.differences(EXAMPLES / "tour.md") == []


def test_what_differs_is_told_and_put_right(tmp_path):
    import page

    copy = tmp_path / "page.md"
    copy.write_text("```python\n1 + 1\n```\n\n```text\n3\n```\n\n```python\nx = 5\n```\n\nThe end.\n")
    assert page.differences(copy) == ["the page says `3`, its blocks answer `2`"]
    assert page.differences(copy, write=True) != [] and page.differences(copy) == []
    copy.write_text(copy.read_text() + "\n```python\nx\n```\n")
    assert page.differences(copy) == ["the page is longer or shorter than what its blocks answer"]
    drawn = "```python\nfrom continuum_chess import Position\nPosition()\n```\n\n![The array](pictures/array.svg)\n"
    copy.write_text(drawn)
    assert page.differences(copy, write=True) == ["array.svg is another picture"]
    assert page.differences(copy) == [] and copy.read_text() == drawn
    shutil.rmtree(tmp_path / "pictures")
    assert page.differences(copy) == ["array.svg is another picture"]
