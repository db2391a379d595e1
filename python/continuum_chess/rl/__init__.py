"""Environments for learning: `ChessEnv` for two agents (PettingZoo), `OpponentEnv` for one (Gymnasium).

An action is a slot and a number from 0 to 1. A slot is a piece, a bearing and an outcome; the number picks a distance
evenly by length. Every action whose slot is allowed by `action_mask` is legal.
"""

from .aec import ChessEnv
from .opponent import OpponentEnv
from .spaces import ActionSpace, Observation, observe

__all__ = ["ActionSpace", "ChessEnv", "Observation", "OpponentEnv", "observe"]
