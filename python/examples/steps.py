"""Steps a second of the environments, beside PettingZoo's chess in the same run.

    pip install chess
    python steps.py --variant zeno --seconds 5

All take random actions under the mask, in one process. A step of `ChessEnv` and of PettingZoo's chess is one ply. A step of
`OpponentEnv` and of `VectorEnv` is two: the agent's and the answer of the player `random`. What is told are steps for each second
of one core: of processor time, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from continuum_chess.rl import ChessEnv, OpponentEnv, VectorEnv


def by_chance(mask: NDArray[np.int8], dice: np.random.Generator) -> NDArray[np.int64]:
    """An allowed action for each row of a mask; 0 where none is allowed."""
    until = np.cumsum(mask, axis=-1, dtype=np.int32)
    wanted = (dice.random(mask.shape[0]) * until[:, -1]).astype(np.int32)
    return np.asarray((until > wanted[:, None]).argmax(axis=1), np.int64)


def alone(variant: str, dice: np.random.Generator) -> Iterator[int]:
    """Steps of `OpponentEnv`."""
    env = OpponentEnv(variant)
    over = True
    while True:
        if over:
            _, info = env.reset(seed=int(dice.integers(2**31)))
        _, _, terminated, truncated, info = env.step(int(by_chance(info["action_mask"][None], dice)[0]))
        over = terminated or truncated
        yield 1


def together(variant: str, dice: np.random.Generator, games: int) -> Iterator[int]:
    """Steps of `VectorEnv`, in one thread."""
    env = VectorEnv(variant, num_envs=games, jobs=1)
    _, infos = env.reset(seed=1)
    while True:
        *_, infos = env.step(by_chance(infos["action_mask"], dice))
        yield games


def two_agents(env: ChessEnv, dice: np.random.Generator) -> Iterator[int]:
    """Steps of an environment of PettingZoo."""
    while True:
        env.reset()
        while env.agents:
            seen, _, terminated, truncated, info = env.last()
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(None if terminated or truncated else int(by_chance(mask[None], dice)[0]))
            yield 1


def measured(steps: Iterator[int], seconds: float) -> float:
    """Steps for each second of processor time."""
    count, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        count += next(steps)
    return count / spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second of the environments")
    parser.add_argument("--variant", default="continuous")
    parser.add_argument("--seconds", type=float, default=5.0, help="processor seconds for each")
    parser.add_argument("--games", type=int, default=64, help="of VectorEnv")
    args = parser.parse_args()
    dice = np.random.default_rng(1)
    told: dict[str, Callable[[], Iterator[int]]] = {
        "ChessEnv": lambda: two_agents(ChessEnv(args.variant), dice),
        "OpponentEnv": lambda: alone(args.variant, dice),
        f"VectorEnv, {args.games} games": lambda: together(args.variant, dice, args.games),
    }
    try:
        from pettingzoo.classic import chess_v6

        told["PettingZoo's chess"] = lambda: two_agents(chess_v6.env(), dice)
    except ImportError as missing:
        print(f"PettingZoo's chess is left out: {missing}")
    for name, begin in told.items():
        print(f"{name:24} {measured(begin(), args.seconds):9,.0f} steps a second")


if __name__ == "__main__":
    main()
