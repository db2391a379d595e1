"""Environments for learning: `ChessEnv` for two agents (PettingZoo), `OpponentEnv` for one and `VectorEnv` for one in many
games at once (Gymnasium).

An action is a slot and a number from 0 to 1. A slot is a piece, a bearing and an outcome; the number picks a distance
evenly by length. Every action whose slot is allowed by `info["action_mask"]` is legal.

Importing this registers every preset with Gymnasium: `gymnasium.make("continuum/Zeno-v0")`.
"""

try:
    import gymnasium
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError as missing:
    raise ImportError(
        f"continuum_chess.rl needs {missing.name}: pip install gymnasium pettingzoo, or this package with its extra [rl]",
        name=missing.name,
    ) from missing

from .._native import Variant
from .aec import ChessEnv
from .opponent import OpponentEnv, VectorEnv
from .spaces import Actions, ActionSpace, Interface, Seen

__all__ = ["ActionSpace", "Actions", "ChessEnv", "Interface", "OpponentEnv", "Seen", "VectorEnv"]


def _register() -> None:
    """Registers each preset under its name in capitals: `circe-progressive` is `continuum/CirceProgressive-v0`."""
    for preset in Variant.presets():
        name = "".join(word.capitalize() for word in preset.split("-"))
        gymnasium.register(
            id=f"continuum/{name}-v0",
            entry_point="continuum_chess.rl:OpponentEnv",
            vector_entry_point="continuum_chess.rl:VectorEnv",
            kwargs={"variant": preset},
        )


_register()
