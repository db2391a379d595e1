"""One agent against a player of the program, as Gymnasium has it: one game, or many side by side."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .._native import Arena, Game, Player, Position, Variant
from . import spaces as own


def check_side(side: str) -> None:
    """Refuses what is no side."""
    if side not in ("white", "black", "either"):
        raise ValueError(f"`{side}` is no side: use white, black or either")


class OpponentEnv(gymnasium.Env[Any, Any]):
    """A game of any variant against `opponent`, named as for `Player`: `random`, `greedy`, `level=3`.

    `side` is `white`, `black`, or `either` for one by chance. The reward is 1 for a game won, -1 for one lost, and 0
    for the rest. After `max_plies` plies of both sides the game is truncated. An action that `info["action_mask"]` does not
    allow loses the game.
    """

    metadata = {"render_modes": ["svg"], "render_fps": 1}

    def __init__(
        self,
        variant: str | Variant = "continuous",
        opponent: str = "random",
        *,
        side: str = "either",
        start: str = "start",
        slots: int = 256,
        actions: own.Actions = "discrete",
        shares: int | None = None,
        max_plies: int = 300,
        render_mode: str | None = None,
    ) -> None:
        check_side(side)
        self._start = Position(start, own.as_variant(variant))
        # What is no player, or does not play the variant, is found now.
        Player(opponent, self._start.variant)
        self._opponent = opponent
        self._wanted = side
        self._max_plies = max_plies
        self.render_mode = render_mode
        self.game = Game(self._start)
        self.side = side
        self.interface = own.Interface(self._start, slots, actions, shares)
        self.observation_space = self.interface.observation_space()
        self.action_space = self.interface.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.action_space.seed(seed)
        self.side = self._wanted
        if self.side == "either":
            self.side = ("white", "black")[int(self.np_random.integers(2))]
        self.game = Game(self._start)
        self._answer()
        return self._look()

    def _answer(self) -> None:
        """Lets the opponent move while it is its turn."""
        while self.game.status == "ongoing" and self.game.turn != self.side and not self._is_long():
            # A player for each move: so all chance is the environment's, and a copy of it plays on in the same way.
            player = Player(self._opponent, self._start.variant, int(self.np_random.integers(2**62)))
            self.game.play(player.choose(self.game))
        self._found = self.game.slots()

    def _is_long(self) -> bool:
        return len(self.game) >= self._max_plies

    def _look(self) -> tuple[Any, dict[str, Any]]:
        seen, self._mask = self.interface.observe(self._found, may_move=self.game.turn == self.side)
        info = {
            "action_mask": self._mask.copy(),
            "side": self.side,
            "status": self.game.status,
            "slots": len(self._found),
            "illegal": False,
        }
        return seen, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed now, as `sb3_contrib.MaskablePPO` asks for it."""
        return self._mask.astype(bool)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        text = self.interface.move(self._found, action, self._mask)
        if text is None:
            seen, info = self._look()
            return seen, -1.0, True, False, info | {"illegal": True}
        self.game.play(text)
        self._answer()
        over = self.game.status != "ongoing"
        winner = self.game.winner
        reward = 0.0 if winner is None else 1.0 if winner == self.side else -1.0
        seen, info = self._look()
        return seen, reward, over, not over and self._is_long(), info

    def render(self) -> Any:
        """The present position as an SVG document, if `render_mode` is `svg`."""
        return self.game.svg() if self.render_mode == "svg" else None


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` games as `OpponentEnv` has them, played side by side in one call, on all cores or on `jobs` threads.

    Observations are one array, a row for each game, and so are the masks in `infos["action_mask"]`. After the end of a game
    its next step begins another (`AutoresetMode.NEXT_STEP`).
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["svg"]}

    def __init__(
        self,
        variant: str | Variant = "continuous",
        opponent: str = "random",
        *,
        num_envs: int = 1,
        side: str = "either",
        start: str = "start",
        slots: int = 256,
        actions: own.Actions = "discrete",
        shares: int | None = None,
        max_plies: int = 300,
        jobs: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_side(side)
        position = Position(start, own.as_variant(variant))
        self.interface = own.Interface(position, slots, actions, shares)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._arena = Arena(
            num_envs,
            position,
            opponent,
            side,
            pieces=self.interface.pieces,
            slots=slots,
            shares=self.interface.shares,
            max_plies=max_plies,
            jobs=jobs,
        )
        self.single_observation_space = self.interface.observation_space()
        self.single_action_space = self.interface.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        if isinstance(seed, list):
            seeds = seed
        else:
            super().reset(seed=seed)
            seeds = self.np_random.integers(2**62, size=self.num_envs).tolist()
        seen, mask = self._arena.reset(seeds)
        return seen, self._infos(mask, np.zeros(self.num_envs, bool))

    def _infos(self, mask: NDArray[np.int8], illegal: NDArray[np.bool_]) -> dict[str, Any]:
        self._mask = mask
        there = np.ones(self.num_envs, bool)
        return {"action_mask": mask, "_action_mask": there, "illegal": illegal, "_illegal": there.copy()}

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        slots, shares = self.interface.decode(actions, self._mask)
        (seen, mask), rewards, (terminated, truncated, illegal) = self._arena.step(slots, shares)
        return seen, rewards, terminated, truncated, self._infos(mask, illegal)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed now in each game."""
        return self._mask.astype(bool)

    @property
    def sides(self) -> list[Literal["white", "black"]]:
        """The agent's side in each game."""
        return self._arena.sides

    def render(self) -> tuple[str, ...] | None:
        """The present positions as SVG documents, if `render_mode` is `svg`."""
        if self.render_mode != "svg":
            return None
        return tuple(self._arena.position(game).svg() for game in range(self.num_envs))
