"""What agents see and do, for all environments."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._native import Position, Slots, Variant

#: No coordinate, length or number of a board is farther from 0.
FARTHEST = 1e4

#: How an action is written.
Actions = Literal["discrete", "box", "tuple"]

#: How many numbers of a slot a `discrete` action may take on the plane, unless another count is asked for.
SHARES = 5


class ActionSpace(spaces.Tuple):
    """A slot, and a number from 0 to 1: `Tuple(Discrete(K), Box(0, 1))`. It samples by a mask of the slots alone."""

    def __init__(self, slots: int, seed: int | None = None) -> None:
        super().__init__((spaces.Discrete(slots), spaces.Box(0.0, 1.0, (1,), np.float32)), seed)

    def sample(self, mask: Any = None, probability: Any = None) -> tuple[Any, ...]:
        if isinstance(mask, np.ndarray):
            mask = (mask, None)
        if isinstance(probability, np.ndarray):
            probability = (probability, None)
        sampled: tuple[Any, ...] = super().sample(mask=mask, probability=probability)
        return sampled


class Seen(NamedTuple):
    """The two parts of an observation, as views."""

    pieces: NDArray[np.float32]
    """A row for each piece: its real centre and the rest of `Slots.piece_features`."""
    slots: NDArray[np.float32]
    """A row for each slot: what `Slots.slot_features` names."""


class Interface:
    """How an agent sees positions of a game and writes its actions; the same for all environments."""

    def __init__(self, start: Position, slots: int, actions: str, shares: int | None) -> None:
        if actions not in ("discrete", "box", "tuple"):
            raise ValueError(f"`{actions}` are no actions: use discrete, box or tuple")
        if slots < 1 or (shares is not None and shares < 1):
            raise ValueError("an environment has at least one slot, and one number in it")
        self.actions = actions
        self.slots = slots
        self.pieces = len(start.pieces)
        # On cells a slot is one move.
        usual = 1 if start.variant.is_lattice else SHARES
        self.shares = (usual if shares is None else shares) if actions == "discrete" else 1

    def observation_space(self) -> spaces.Box:
        """The space of observations: rows of pieces and of slots, one after the other."""
        size = self.pieces * len(Slots.piece_features) + self.slots * len(Slots.slot_features)
        return spaces.Box(-FARTHEST, FARTHEST, (size,), np.float32)

    def action_space(self) -> spaces.Space[Any]:
        """The space of actions."""
        if self.actions == "discrete":
            return spaces.Discrete(self.slots * self.shares)
        if self.actions == "box":
            return spaces.Box(0.0, 1.0, (2,), np.float32)
        return ActionSpace(self.slots)

    def observe(self, found: Slots, *, may_move: bool) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What an agent sees of a position, and its mask; that is empty for one that is not to move."""
        return found.observe(self.pieces, self.slots, self.shares, may_move)

    def split(self, observation: NDArray[np.float32]) -> Seen:
        """The rows of pieces and of slots in an observation, or in a batch of them."""
        columns = len(Slots.piece_features)
        pieces, slots = np.split(observation, [self.pieces * columns], axis=-1)
        return Seen(
            pieces.reshape(*pieces.shape[:-1], self.pieces, columns),
            slots.reshape(*slots.shape[:-1], self.slots, len(Slots.slot_features)),
        )

    def decode(self, action: Any, mask: NDArray[np.int8]) -> tuple[Any, Any]:
        """The slot and the number that an action means under a mask, or those of a batch of actions and masks."""
        if self.actions == "tuple":
            share = np.asarray(action[1], np.float64)
            return np.asarray(action[0], np.int64), share.reshape(share.shape[:-1])
        if self.actions == "box":
            both = np.asarray(action, np.float64)
            count = mask.sum(axis=-1, dtype=np.int64)
            slot = (both[..., 0] * count).astype(np.int64)
            return np.minimum(slot, np.maximum(count, 1) - 1), both[..., 1]
        slot, share = np.divmod(np.asarray(action, np.int64), self.shares)
        return slot, share / (self.shares - 1) if self.shares > 1 else np.full(slot.shape, 0.5)

    def move(self, found: Slots, action: Any, mask: NDArray[np.int8]) -> str | None:
        """The text of the move that an action means, or `None` where there is no such slot."""
        slot, share = self.decode(action, mask)
        if not 0 <= slot < min(len(found), self.slots):
            return None
        return found.move(int(slot), float(np.clip(share, 0.0, 1.0)))


def as_variant(variant: str | Variant) -> Variant:
    """The variant, or the preset or file of a name."""
    return variant if isinstance(variant, Variant) else Variant(variant)
