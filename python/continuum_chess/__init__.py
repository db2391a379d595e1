"""Exact legal sets of continuous chess.

>>> from continuum_chess import Position
>>> queen = Position("Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' ; w")
>>> queen.legal_set().distances("Qd", 90)
[(0.1, 4.0, False, False)]

`Variant`, `Position` and `Game` are where to begin. `analyze_table` answers whole Arrow tables, `play_games` plays
whole games, and `continuum_chess.rl` has environments for learning. Whatever the engine refuses is a `ContinuumError`
with the engine's own words.
"""

from ._native import (
    ContinuumError,
    Game,
    IllegalMove,
    LegalSet,
    Piece,
    Player,
    Ply,
    Position,
    Slots,
    Span,
    TextFault,
    Variant,
    VariantError,
    __version__,
)
from .batches import Tables, analyze_table, play_games

__all__ = [
    "ContinuumError",
    "Game",
    "IllegalMove",
    "LegalSet",
    "Piece",
    "Player",
    "Ply",
    "Position",
    "Slots",
    "Span",
    "Tables",
    "TextFault",
    "Variant",
    "VariantError",
    "__version__",
    "analyze_table",
    "play_games",
]
