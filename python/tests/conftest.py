"""What several tests need."""

import sys
from pathlib import Path

import pytest

from continuum_chess import Position, play_games

#: The folder of the examples, which the tests run.
EXAMPLES = Path(__file__).parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))

#: A queen faces three pawns: she may stop anywhere short of 4, and at exactly 4 she takes all three.
THREE_AT_ONCE = (
    "Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' ; w"
)


@pytest.fixture
def three_at_once() -> str:
    return THREE_AT_ONCE


def positions(count: int) -> list[str]:
    """Positions along random games."""
    games, _ = play_games(max(1, count // 40), "continuous", max_plies=40, measured=False)
    found = []
    for moves in games["moves"].to_pylist():
        position = Position()
        for text in moves:
            found.append(position.text)
            position = position.play(text)
    return found[:count]
