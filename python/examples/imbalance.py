"""What pieces are worth in a game, from matches between unequal armies.

    python imbalance.py openings 2000 --variant continuous > openings.txt
    continuum match --a nodes=300 --b nodes=310 --games 4000 --max-plies 160 --openings openings.txt --out games.jsonl
    python imbalance.py values games.jsonl

Each army of the initial array loses pieces by chance. A logistic regression of the results on the differences in numbers tells what
one piece more is worth: in Elo, and in pawns. The errors are 95 % and come from pairs, because the two games of an opening are not
independent.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from continuum_chess import ContinuumError, Position

KINDS = "QRBNP"
USUAL = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}
#: The usual values of two armies differ by no more: a game that is won from the beginning tells little.
MOST_APART = 6
#: The shares of pieces and of pawns that are taken away.
PIECES_GONE, PAWNS_GONE = 0.4, 0.25
#: Elo of one unit of a logit.
ELO = 400 / math.log(10)
ERRORS_95 = 1.96


def army(pieces: list[str], dice: random.Random) -> list[str]:
    """The pieces that an army keeps of its initial array."""
    gone = {"K": 0.0, "P": PAWNS_GONE}
    return [piece for piece in pieces if dice.random() >= gone.get(piece[0].upper(), PIECES_GONE)]


def worth(pieces: list[str]) -> int:
    """The usual value of an army, in pawns."""
    return sum(USUAL.get(piece[0].upper(), 0) for piece in pieces)


def is_quiet(text: str, variant: str) -> bool:
    """Whether a game can begin in a position: it is legal, undecided and without check."""
    try:
        legal = Position(text, variant).legal_set()
    except ContinuumError:
        return False
    return legal.status == "ongoing" and not legal.check


def openings(variant: str, seed: int) -> Iterator[str]:
    """Position texts without end."""
    dice = random.Random(seed)
    array = str(Position("start", variant)).split(";")[0].split()
    sides = [[piece for piece in array if piece[0].isupper() == is_white] for is_white in (True, False)]
    while True:
        white, black = (army(side, dice) for side in sides)
        text = f"{' '.join(white + black)} ; {dice.choice('wb')}"
        if abs(worth(white) - worth(black)) <= MOST_APART and is_quiet(text, variant):
            yield text


def differences(start: str) -> list[int]:
    """How many more pieces of each kind White has, and 1 or -1 for the first move."""
    pieces, turn = (part.strip() for part in start.split(";")[:2])
    kinds = [piece[0] for piece in pieces.split()]
    return [kinds.count(kind) - kinds.count(kind.lower()) for kind in KINDS] + [1 if turn == "w" else -1]


def fit(x: np.ndarray, scores: np.ndarray, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The logits of one more of each column, and their covariance with the games of a pair taken together."""
    logits = np.zeros(x.shape[1])
    for _ in range(50):
        expected = 1 / (1 + np.exp(-x @ logits))
        curvature = (x * (expected * (1 - expected))[:, None]).T @ x
        logits += np.linalg.solve(curvature, x.T @ (scores - expected))
    slopes = x * (scores - expected)[:, None]
    by_pair = np.array([slopes[pairs == pair].sum(axis=0) for pair in np.unique(pairs)])
    inverse = np.linalg.inv(curvature)
    return logits, inverse @ (by_pair.T @ by_pair) @ inverse


def values(lines: Iterable[str]) -> Iterator[str]:
    """What the games of a match tell, a line a kind."""
    games = [json.loads(line) for line in lines]
    x = np.array([differences(game["start"]) for game in games], float)
    scores = np.array([{"1-0": 1.0, "0-1": 0.0}.get(game["result"], 0.5) for game in games])
    pairs = np.array([(game["game"] - 1) // 2 for game in games])
    logits, covariance = fit(x, scores, pairs)
    pawn = KINDS.index("P")
    for index, name in enumerate([*KINDS, "first move"]):
        error = ERRORS_95 * math.sqrt(covariance[index, index])
        ratio = logits[index] / logits[pawn]
        slope = np.zeros(len(logits))
        slope[index] += 1 / logits[pawn]
        slope[pawn] -= ratio / logits[pawn]
        ratio_error = ERRORS_95 * math.sqrt(max(slope @ covariance @ slope, 0.0))
        yield f"{name}: Elo {logits[index] * ELO:.0f} +- {error * ELO:.0f}, pawns {ratio:.2f} +- {ratio_error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    writes = tasks.add_parser("openings", help="print position texts")
    writes.add_argument("number", type=int, help="how many")
    writes.add_argument("--seed", type=int, default=1)
    tells = tasks.add_parser("values", help="print what pieces are worth")
    tells.add_argument("games", type=Path, help="the file of a match")
    writes.add_argument("--variant", default="continuous", help="a preset or a variant file")
    arguments = parser.parse_args()
    if arguments.task == "openings":
        texts = openings(arguments.variant, arguments.seed)
        for _ in range(arguments.number):
            print(next(texts))
    else:
        with arguments.games.open() as lines:
            print("\n".join(values(lines)))


if __name__ == "__main__":
    main()
