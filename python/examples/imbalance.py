"""What pieces are worth on the plane, from games between unequal armies.

    python imbalance.py openings 2000 > openings.txt
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

ARRAY = "RNBQKBNR"
KINDS = "QRBNP"
USUAL = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}
#: The usual values of two armies differ by no more: a game that is won from the beginning tells little.
MOST_APART = 6
#: The shares of pieces and of pawns that are taken away.
PIECES_GONE, PAWNS_GONE = 0.4, 0.25
#: Elo of one unit of a logit.
ELO = 400 / math.log(10)
ERRORS_95 = 1.96


def army(dice: random.Random) -> list[tuple[str, int, float]]:
    """The pieces that an army keeps: kind, file, distance from its own wall."""
    pieces = [(kind, file, 0.5) for file, kind in enumerate(ARRAY) if kind == "K" or dice.random() >= PIECES_GONE]
    return pieces + [("P", file, 1.5) for file in range(8) if dice.random() >= PAWNS_GONE]


def openings(seed: int) -> Iterator[str]:
    """Position texts without end."""
    dice = random.Random(seed)
    while True:
        white, black = army(dice), army(dice)
        ahead = sum(USUAL.get(kind, 0) for kind, *_ in white) - sum(USUAL.get(kind, 0) for kind, *_ in black)
        if abs(ahead) <= MOST_APART:
            texts = [f"{kind}{'abcdefgh'[file]}@{file + 0.5},{y}" for kind, file, y in white]
            texts += [f"{kind.lower()}{'abcdefgh'[file]}@{file + 0.5},{8 - y}" for kind, file, y in black]
            yield f"{' '.join(texts)} ; {dice.choice('wb')}"


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
    arguments = parser.parse_args()
    if arguments.task == "openings":
        texts = openings(arguments.seed)
        for _ in range(arguments.number):
            print(next(texts))
    else:
        with arguments.games.open() as lines:
            print("\n".join(values(lines)))


if __name__ == "__main__":
    main()
