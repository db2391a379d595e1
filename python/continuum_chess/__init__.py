"""Exact legal sets of continuous chess.

>>> from continuum_chess import Position
>>> queen = Position("Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' ; w")
>>> queen.legal_set().distances("Qd", 90)
[(0.1, 4.0, False, False)]

`Variant`, `Position` and `Game` are where to begin. `analyze_table` answers whole Arrow tables, `play_games` plays
whole games, and `continuum_chess.rl` has environments for learning. Whatever the engine refuses is a `ContinuumError`
with the engine's own words.
"""

try:
    from ._native import (
        ContinuumError,
        Game,
        IllegalMove,
        LegalSet,
        Player,
        Position,
        Slots,
        Span,
        TextFault,
        Variant,
        VariantError,
        __version__,
    )
except ModuleNotFoundError as missing:
    if missing.name != f"{__name__}._native":
        raise
    from pathlib import Path

    raise ImportError(
        f"{Path(__file__).parent} is the source of this package, without its native part. Python found it before the "
        "installed package: run it from another folder, or install it with `pip install ./python` in the clone.",
        name=missing.name,
    ) from None

from .batches import Tables, analyze_table, play_games
from .values import Best, Cell, Landing, Line, Piece, Ply, Region, Solved

__all__ = [
    "Best",
    "Cell",
    "ContinuumError",
    "Game",
    "IllegalMove",
    "Landing",
    "LegalSet",
    "Line",
    "Piece",
    "Player",
    "Ply",
    "Position",
    "Region",
    "Slots",
    "Solved",
    "Span",
    "Tables",
    "TextFault",
    "Variant",
    "VariantError",
    "__version__",
    "analyze_table",
    "play_games",
]
