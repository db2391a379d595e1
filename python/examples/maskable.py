"""A neural policy with masked actions is trained against the random player: MaskablePPO of sb3-contrib.

    pip install sb3-contrib
    python maskable.py --variant zeno --steps 200000

sb3-contrib needs PyTorch, a package of some gigabytes, so the tests leave this out. The policy sees the flat observation and the
mask of `OpponentEnv` as they are; `action_masks` is the method that MaskablePPO asks for.
"""

from __future__ import annotations

import argparse

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from continuum_chess.rl import OpponentEnv


class Material(OpponentEnv):
    """The game, with a hundredth of the material won or lost as a reward besides."""

    def reset(self, **kwargs):
        seen, info = super().reset(**kwargs)
        self._ahead = self._material(seen)
        return seen, info

    def _material(self, seen: np.ndarray) -> float:
        """What the agent has more than the opponent, in pawns."""
        pieces = self.interface.split(seen).pieces
        ahead = float((pieces[:, 2] * pieces[:, 4]).sum())
        return ahead if self.game.turn == self.side else -ahead

    def step(self, action):
        seen, reward, terminated, truncated, info = super().step(action)
        before, self._ahead = self._ahead, self._material(seen)
        return seen, reward + 0.01 * (self._ahead - before), terminated, truncated, info


def score(env: Material, model: MaskablePPO | None, games: int) -> str:
    """What a model, or chance, reaches: games won, drawn and lost, and the mean material ahead at the end."""
    results, ahead = [], []
    for seed in range(1_000_000, 1_000_000 + games):
        seen, info = env.reset(seed=seed)
        outcome, over = 0.0, not info["action_mask"].any()
        while not over:
            if model is None:
                action = env.action_space.sample(info["action_mask"])
            else:
                action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=False)
            seen, reward, terminated, truncated, info = env.step(action)
            outcome, over = round(reward), terminated or truncated
        results.append(outcome)
        ahead.append(env._ahead)
    won, drawn, lost = (results.count(outcome) for outcome in (1, 0, -1))
    return f"{won} won, {drawn} drawn, {lost} lost, {np.mean(ahead):+.1f} pawns at the end"


def main() -> None:
    parser = argparse.ArgumentParser(description="MaskablePPO against the random player")
    parser.add_argument("--variant", default="zeno")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--max-plies", type=int, default=120, help="of a game")
    parser.add_argument("--test-games", type=int, default=40)
    args = parser.parse_args()
    made = {"variant": args.variant, "max_plies": args.max_plies}
    envs = DummyVecEnv([lambda: Material(**made) for _ in range(args.envs)])
    model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=256, ent_coef=0.01, seed=1)
    test = Material(**made)
    for name, player in (("before", model), ("by chance", None)):
        print(f"{name}: {score(test, player, args.test_games)}", flush=True)
    model.learn(args.steps)
    print(f"trained: {score(test, model, args.test_games)}")


if __name__ == "__main__":
    main()
