"""A small policy learns to beat the random player.

    pip install cma
    python train.py --variant zeno --generations 12 --test-games 200

The policy is a weighted sum of a few numbers of each slot. CMA-ES (the package `cma`) finds the weights: it plays short games
against `random`, and what counts is the material won and the game. Then the best weights play games they have not seen.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from continuum_chess import Slots
from continuum_chess.rl import OpponentEnv, Seen

PIECE = {name: column for column, name in enumerate(Slots.piece_features)}
SLOT = {name: column for column, name in enumerate(Slots.slot_features)}

#: What the policy sees of a slot.
SEEN = ("gain", "promotion", "forward", "distance", "value", "centre", "nearer")


def seen_of_slots(seen: Seen, mask: NDArray[np.int8], side: str) -> NDArray[np.float32]:
    """A row for each slot: what `SEEN` names."""
    slots, pieces = seen.slots[mask == 1], seen.pieces
    mover = pieces[slots[:, SLOT["piece"]].astype(int)]
    away = 1.0 if side == "white" else -1.0
    from_, to = slots[:, SLOT["from_x"] : SLOT["from_y"] + 1], slots[:, SLOT["to_x"] : SLOT["to_y"] + 1]
    kings = pieces[(pieces[:, PIECE["side"]] < 0) & (pieces[:, PIECE["letter"]] == ord("K") - ord("A") + 1)]
    king = kings[0, :2] if len(kings) else np.zeros(2, np.float32)
    here = pieces[pieces[:, PIECE["side"]] != 0, :2]
    middle = (here.min(0) + here.max(0)) / 2

    def far(place: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(np.linalg.norm(place - other, axis=1), np.float32)

    return np.stack(
        [
            slots[:, SLOT["gain"]],
            slots[:, SLOT["promotion"]],
            away * (to - from_)[:, 1],
            slots[:, SLOT["greatest"]],
            mover[:, PIECE["value"]],
            far(from_, middle) - far(to, middle),
            far(from_, king) - far(to, king),
        ],
        axis=1,
    )


def choose(
    weights: NDArray[np.float64], seen: Seen, info: dict[str, Any], dice: np.random.Generator
) -> tuple[int, NDArray[np.float32]]:
    """The slot that counts most, and a number by chance."""
    mask = info["action_mask"]
    worth = seen_of_slots(seen, mask, info["side"]) @ weights + 1e-3 * dice.random(int(mask.sum()))
    return int(np.argmax(worth)), np.array([dice.random()], np.float32)


def material(seen: Seen) -> float:
    """What the agent has more than the opponent, in pawns, with the agent or the opponent to move."""
    pieces = seen.pieces
    return float((pieces[:, PIECE["side"]] * pieces[:, PIECE["value"]]).sum())


def play(env: OpponentEnv, weights: NDArray[np.float64] | None, seed: int) -> tuple[float, float]:
    """The result of one game and the material won. Without weights every slot is as good as any other."""
    dice = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    reward, over, ahead = 0.0, info["slots"] == 0, 0.0
    while not over:
        looked = env.interface.split(seen)
        ahead = material(looked)
        if weights is None:
            action = int(dice.integers(int(info["action_mask"].sum()))), np.array([dice.random()], np.float32)
        else:
            action = choose(weights, looked, info, dice)
        seen, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    return reward, ahead


def train(env: OpponentEnv, generations: int, games: int, seed: int) -> NDArray[np.float64]:
    """The weights that CMA-ES finds."""
    import cma

    search = cma.CMAEvolutionStrategy(
        np.zeros(len(SEEN)), 0.5, {"seed": seed + 1, "maxiter": generations, "verbose": -9}
    )
    for generation in range(generations):
        asked = search.ask()
        # All of a generation play the same games.
        seeds = range(seed + generation * games, seed + (generation + 1) * games)
        played = [[play(env, np.asarray(weights), number) for number in seeds] for weights in asked]
        worth = [np.mean([40 * reward + ahead for reward, ahead in one]) for one in played]
        search.tell(asked, [-one for one in worth])
        print(f"generation {generation + 1:2}: mean {np.mean(worth):6.2f}, best {max(worth):6.2f}", flush=True)
    return np.asarray(search.result.xfavorite)


def score(env: OpponentEnv, weights: NDArray[np.float64] | None, games: int, seed: int) -> tuple[int, int, int]:
    """Games won, drawn and lost."""
    results = [play(env, weights, number)[0] for number in range(seed, seed + games)]
    return results.count(1.0), results.count(0.0), results.count(-1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description="A small policy learns to beat the random player")
    parser.add_argument("--variant", default="zeno")
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--games", type=int, default=10, help="that each policy plays in a generation")
    parser.add_argument("--max-plies", type=int, default=120, help="of a game in training")
    parser.add_argument("--test-games", type=int, default=200)
    parser.add_argument("--test-plies", type=int, default=400, help="of a game in the test")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    weights = train(
        OpponentEnv(args.variant, "random", actions="tuple", max_plies=args.max_plies), args.generations, args.games, args.seed
    )
    print("weights:", ", ".join(f"{name} {weight:.2f}" for name, weight in zip(SEEN, weights, strict=True)))
    test = OpponentEnv(args.variant, "random", actions="tuple", max_plies=args.test_plies)
    for name, player in (("trained", weights), ("random", None)):
        won, drawn, lost = score(test, player, args.test_games, 1_000_000)
        print(f"{name} against random: {won} won, {drawn} drawn, {lost} lost")


if __name__ == "__main__":
    main()
