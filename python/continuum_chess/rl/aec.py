"""Two agents, one for each side, as PettingZoo has them."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from .._native import Game, Position, Variant
from . import spaces as own

#: The agents by their side.
AGENTS = {"white": "white_0", "black": "black_1"}


class ChessEnv(AECEnv[str, Any, Any]):
    """A game of any variant. The agents are `white_0` and `black_1`; in progressive play one of them moves several times.

    `slots` is how many slots the action space has. A position with more of them is cut to the first: `info["slots"]` says how
    many there are. After `max_plies` plies the game is truncated. The winner gets 1, the loser -1, others 0. An action that
    `info["action_mask"]` does not allow loses the game.
    """

    metadata = {"name": "continuum_v0", "render_modes": ["svg"], "is_parallelizable": False}

    def __init__(
        self,
        variant: str | Variant = "continuous",
        *,
        start: str = "start",
        slots: int = 256,
        actions: own.Actions = "discrete",
        shares: int | None = None,
        max_plies: int = 300,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._start = Position(start, own.as_variant(variant))
        self._max_plies = max_plies
        self.render_mode = render_mode
        self.game = Game(self._start)
        self.interface = own.Interface(self._start, slots, actions, shares)
        self.possible_agents = list(AGENTS.values())
        seen = self.interface.observation_space()
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: self.interface.action_space() for agent in self.possible_agents}

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
        self.game = Game(self._start)
        self._look()

    def _look(self) -> None:
        """Works out what both agents see now."""
        found = self._found = self.game.slots()
        self.agent_selection = AGENTS[self.game.turn]
        seen, mask = self.interface.observe(found, may_move=True)
        self._seen = seen
        self.infos: dict[str, dict[str, Any]] = {}
        for agent in self.possible_agents:
            own_mask = mask if agent == self.agent_selection else mask * 0
            self.infos[agent] = {"action_mask": own_mask, "slots": len(found)}

    def observe(self, agent: str) -> Any:
        return self._seen.copy()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        text = self.interface.move(self._found, action, self.infos[agent]["action_mask"])
        if text is None:
            self._end({one: -1.0 if one == agent else 1.0 for one in self.agents})
            self.infos[agent]["illegal"] = True
        else:
            self.game.play(text)
            if self.game.status != "ongoing":
                winner = self.game.winner
                won = AGENTS[winner] if winner else None
                self._end({one: 0.0 if won is None else 1.0 if one == won else -1.0 for one in self.agents})
            elif len(self.game) >= self._max_plies:
                self.truncations = dict.fromkeys(self.agents, True)
            self._look()
        self._accumulate_rewards()

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The present position as an SVG document, if `render_mode` is `svg`."""
        return self.game.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is open."""
