"""Two agents, one for each side, as PettingZoo has them."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from .._native import Game, Position, Variant
from . import spaces as own


class ChessEnv(AECEnv[str, Any, Any]):
    """A game of any variant. The agents are `white` and `black`; in progressive play one of them moves several times.

    `slots` is how many slots the action space has. A position with more of them is cut to the first: `info` then says
    how many there are. After `max_plies` plies the game is truncated. The winner gets 1, the loser -1, others 0.
    """

    metadata = {"name": "continuum_v0", "render_modes": ["svg"], "is_parallelizable": False}

    def __init__(
        self,
        variant: str | Variant = "continuous",
        *,
        start: str = "start",
        slots: int = 512,
        max_plies: int = 300,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._start = Position(start, own.as_variant(variant))
        self._slots = slots
        self._max_plies = max_plies
        self.render_mode = render_mode
        self.game = Game(self._start)
        self._pieces = own.piece_count(self.game)
        self.possible_agents = ["white", "black"]
        seen = own.observation_space(self._pieces, slots)
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        self.action_spaces = {agent: own.ActionSpace(slots) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. A game has no chance in it: `seed` is for the samples of the action spaces."""
        if seed is not None:
            for number, agent in enumerate(self.possible_agents):
                self.action_spaces[agent].seed(seed + number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.game = Game(self._start)
        self._plies = 0
        self._look()

    def _look(self) -> None:
        self._found = self.game.slots()
        self.agent_selection = self.game.turn
        if len(self._found) > self._slots:
            self.infos[self.agent_selection] = {"slots": len(self._found)}

    def observe(self, agent: str) -> Any:
        may_move = agent == self.game.turn
        return dict(own.observe(self._found, self._pieces, self._slots, may_move=may_move))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.play(own.move_of(self._found, self._slots, action))
        self._plies += 1
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        if self.game.status != "ongoing":
            winner = self.game.winner
            for side in self.agents:
                if winner is not None:
                    self.rewards[side] = 1.0 if side == winner else -1.0
                self.terminations[side] = True
        elif self._plies >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self._look()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The present position as an SVG document, if `render_mode` is `svg`."""
        return self.game.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is open."""

