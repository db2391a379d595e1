"""What agents see and do, for both environments."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._native import Game, Slots, Variant

#: No coordinate, length or number of a board is farther from 0.
FARTHEST = 1e4


class Observation(TypedDict):
    """What an agent sees, padded with zeros."""

    pieces: NDArray[np.float32]
    """A row for each piece: its real centre and the rest of `Slots.piece_features`."""
    slots: NDArray[np.float32]
    """A row for each slot: what `Slots.slot_features` names."""
    action_mask: NDArray[np.int8]
    """1 for each slot that there is."""


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


def observation_space(pieces: int, slots: int) -> spaces.Dict:
    """The space of observations with so many pieces and slots."""

    def rows(count: int, columns: int) -> spaces.Box:
        return spaces.Box(-FARTHEST, FARTHEST, (count, columns), np.float32)

    return spaces.Dict(
        {
            "pieces": rows(pieces, len(Slots.piece_features)),
            "slots": rows(slots, len(Slots.slot_features)),
            "action_mask": spaces.Box(0, 1, (slots,), np.int8),
        }
    )


def padded(rows: NDArray[np.float32], count: int) -> NDArray[np.float32]:
    """The rows, cut or filled up with zeros to a number of them."""
    out = np.zeros((count, rows.shape[1]), np.float32)
    kept = rows[:count]
    out[: len(kept)] = kept
    return out


def observe(found: Slots, pieces: int, slots: int, *, may_move: bool) -> Observation:
    """What an agent sees of a position; the mask is empty for one that is not to move."""
    mask = np.zeros(slots, np.int8)
    if may_move:
        mask[: min(len(found), slots)] = 1
    return Observation(
        pieces=padded(found.pieces(), pieces), slots=padded(found.features(), slots), action_mask=mask
    )


def move_of(found: Slots, slots: int, action: Any) -> str:
    """The text of the move that an action means."""
    slot, share = int(action[0]), float(np.asarray(action[1]).reshape(-1)[0])
    if not 0 <= slot < min(len(found), slots):
        raise ValueError(f"slot {slot} is not allowed by the mask: there are {min(len(found), slots)}, from 0")
    return found.move(slot, min(max(share, 0.0), 1.0))


def as_variant(variant: str | Variant) -> Variant:
    """The variant, or the preset of a name."""
    return variant if isinstance(variant, Variant) else Variant(variant)


def piece_count(game: Game) -> int:
    """How many pieces a game begins with; there are never more."""
    return len(game.start.pieces)
