"""One agent against a player of the program, as Gymnasium has it."""

from __future__ import annotations

from typing import Any

import gymnasium

from .._native import Game, Player, Position, Variant
from . import spaces as own


class OpponentEnv(gymnasium.Env[Any, Any]):
    """A game of any variant against `opponent`, named as for `Player`: `random`, `greedy`, `level=3`.

    `side` is `white`, `black`, or `either` for one by chance. The reward is 1 for a game won, -1 for one lost, and 0
    for the rest. After `max_plies` plies of both sides the game is truncated.
    """

    metadata = {"render_modes": ["svg"]}

    def __init__(
        self,
        variant: str | Variant = "continuous",
        opponent: str = "random",
        *,
        side: str = "either",
        start: str = "start",
        slots: int = 512,
        max_plies: int = 300,
        render_mode: str | None = None,
    ) -> None:
        if side not in ("white", "black", "either"):
            raise ValueError(f"`{side}` is no side: use white, black or either")
        self._start = Position(start, own.as_variant(variant))
        self._opponent = opponent
        self._wanted = side
        self._slots = slots
        self._max_plies = max_plies
        self.render_mode = render_mode
        self.game = Game(self._start)
        self.side = side
        self._pieces = own.piece_count(self.game)
        self.observation_space = own.observation_space(self._pieces, slots)
        self.action_space = own.ActionSpace(slots)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.action_space.seed(seed)
        dice = self.np_random
        self.side = self._wanted
        if self.side == "either":
            self.side = ("white", "black")[int(dice.integers(2))]
        self._player = Player(self._opponent, self._start.variant, int(dice.integers(2**62)))
        self.game = Game(self._start)
        self._plies = 0
        self._answer()
        return self._observe(), self._info()

    def _answer(self) -> None:
        """Lets the opponent move while it is its turn."""
        while self.game.status == "ongoing" and self.game.turn != self.side and not self._is_long():
            self.game.play(self._player.choose(self.game))
            self._plies += 1
        self._found = self.game.slots()

    def _is_long(self) -> bool:
        return self._plies >= self._max_plies

    def _observe(self) -> dict[str, Any]:
        may_move = self.game.turn == self.side
        return dict(own.observe(self._found, self._pieces, self._slots, may_move=may_move))

    def _info(self) -> dict[str, Any]:
        return {"side": self.side, "status": self.game.status, "slots": len(self._found)}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.game.play(own.move_of(self._found, self._slots, action))
        self._plies += 1
        self._answer()
        over = self.game.status != "ongoing"
        winner = self.game.winner
        reward = 0.0 if winner is None else 1.0 if winner == self.side else -1.0
        return self._observe(), reward, over, not over and self._is_long(), self._info()

    def render(self) -> Any:
        """The present position as an SVG document, if `render_mode` is `svg`."""
        return self.game.svg() if self.render_mode == "svg" else None
