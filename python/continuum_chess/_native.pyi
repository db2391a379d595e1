"""The native part of the package."""

from os import PathLike
from typing import Any, ClassVar, Literal, final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__version__: str
__all__ = [
    "__version__",
    "Variant",
    "Position",
    "Piece",
    "LegalSet",
    "Span",
    "Game",
    "Ply",
    "Player",
    "Slots",
    "analyze_table",
    "play_games",
    "ContinuumError",
    "VariantError",
    "TextFault",
    "IllegalMove",
]

_Side = Literal["white", "black"]
_Draws = Literal["claimed", "unclaimed"]
_Status = Literal["ongoing", "checkmate", "stalemate", "draw", "bare_king", "king_taken"]

class ContinuumError(ValueError):
    """What the engine refuses. All exceptions of this package derive from it, and it from `ValueError`."""

class VariantError(ContinuumError):
    """A variant that does not exist, or whose parameters are wrong."""

class TextFault(ContinuumError):
    """A text that is no position or no move. `column` says where, from 1."""

    column: int

class IllegalMove(ContinuumError):
    """A move that breaks a rule. `reason` is the rule's code, such as `range` or `blocked`."""

    reason: str

@final
class Variant:
    """A set of rules, checked and ready for play."""

    def __new__(cls, name: str = ..., /, **rules: Any) -> Variant: ...
    @staticmethod
    def from_file(path: str | PathLike[str], /, **rules: Any) -> Variant: ...
    @staticmethod
    def from_toml(text: str, /) -> Variant: ...
    @staticmethod
    def presets() -> list[str]: ...
    @property
    def name(self) -> str: ...
    @property
    def is_lattice(self) -> bool: ...
    @property
    def parameters(self) -> dict[str, Any]: ...
    def to_toml(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Piece:
    """One piece of a position."""

    @property
    def label(self) -> str: ...
    @property
    def color(self) -> _Side: ...
    @property
    def kind(self) -> str: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def cell(self) -> str | None: ...
    @property
    def moved(self) -> bool | None: ...
    @property
    def heading(self) -> float | None: ...

@final
class Span:
    """One stretch of legal distances of one piece that share captures."""

    @property
    def piece(self) -> str: ...
    @property
    def bearing(self) -> float: ...
    @property
    def from_(self) -> float: ...
    @property
    def to(self) -> float: ...
    @property
    def open_from(self) -> bool: ...
    @property
    def open_to(self) -> bool: ...
    @property
    def captures(self) -> list[str]: ...
    @property
    def promotes(self) -> bool: ...
    @property
    def arc(self) -> float | None: ...
    @property
    def turn(self) -> bool: ...
    @property
    def length(self) -> float: ...
    def __contains__(self, distance: float, /) -> bool: ...
    def at(self, distance: float, promotion: str | None = None) -> str: ...

@final
class LegalSet:
    """What may move where, and how the position stands."""

    @property
    def turn(self) -> _Side: ...
    @property
    def status(self) -> _Status: ...
    @property
    def check(self) -> bool: ...
    @property
    def spans(self) -> list[Span]: ...
    @property
    def regions(self) -> list[dict[str, Any]]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def length(self) -> float: ...
    def distances(self, piece: str, bearing: float) -> list[tuple[float, float, bool, bool]]: ...
    def __len__(self) -> int: ...
    def to_numpy(self) -> dict[str, Any]: ...
    def to_arrow(self) -> pa.RecordBatch: ...

@final
class Position:
    """A position: who stands where, and whose turn it is."""

    def __new__(cls, text: str = "start", variant: Variant | str | None = None) -> Position: ...
    @staticmethod
    def from_fen(fen: str, variant: Variant | str = ...) -> Position: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def text(self) -> str: ...
    @property
    def turn(self) -> _Side: ...
    @property
    def status(self) -> _Status: ...
    @property
    def winner(self) -> _Side | None: ...
    @property
    def check(self) -> bool: ...
    def fen(self) -> str: ...
    def san(self, text: str) -> str: ...
    @property
    def series(self) -> tuple[int, int] | None: ...
    @property
    def pieces(self) -> list[Piece]: ...
    def legal_set(
        self, pieces: list[str] | None = None, bearings: dict[str, list[float]] | None = None
    ) -> LegalSet: ...
    def slots(self) -> Slots: ...
    def play(self, text: str) -> Position: ...
    def best(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        level: int | None = None,
        lines: int = 1,
        threads: int | None = None,
        hash_mb: int = 64,
        seed: int = 0,
    ) -> dict[str, Any]: ...
    def best_move(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        level: int | None = None,
        threads: int | None = None,
        hash_mb: int = 64,
        seed: int = 0,
    ) -> str | None: ...
    def perft(self, depth: int, draws: _Draws = "unclaimed") -> int: ...
    def perft_divide(self, depth: int, draws: _Draws = "unclaimed") -> dict[str, int]: ...
    def solve(
        self,
        stipulation: str,
        *,
        max_solutions: int | None = None,
        seconds: float | None = None,
        hash_mb: int = 256,
        brief: bool = False,
    ) -> dict[str, Any]: ...
    def svg(
        self,
        *,
        size: int = 480,
        legal: str | None = None,
        attacks: _Side | None = None,
        mates: bool = False,
        title: str | None = None,
    ) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Ply:
    """A move that was made."""

    @property
    def text(self) -> str: ...
    @property
    def captures(self) -> list[str]: ...
    @property
    def reborn(self) -> list[str]: ...
    @property
    def promoted(self) -> str | None: ...
    @property
    def at(self) -> tuple[float, float]: ...
    @property
    def cell(self) -> str | None: ...
    @property
    def status(self) -> _Status: ...

@final
class Game:
    """A game: where it began and the moves made."""

    def __new__(
        cls,
        start: Position | None = None,
        variant: Variant | str | None = None,
        *,
        draws: _Draws = "unclaimed",
    ) -> Game: ...
    @staticmethod
    def read_pgn(text: str) -> list[Game]: ...
    def pgn(self, white: str = "?", black: str = "?") -> str: ...
    @property
    def position(self) -> Position: ...
    @property
    def start(self) -> Position: ...
    @property
    def plies(self) -> list[Ply]: ...
    @property
    def turn(self) -> _Side: ...
    @property
    def status(self) -> _Status: ...
    @property
    def winner(self) -> _Side | None: ...
    def play(self, text: str) -> Ply: ...
    def undo(self) -> bool: ...
    def redo(self) -> bool: ...
    def legal_set(self) -> LegalSet: ...
    def slots(self) -> Slots: ...
    def best(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        level: int | None = None,
        lines: int = 1,
        threads: int | None = None,
        hash_mb: int = 64,
        seed: int = 0,
    ) -> dict[str, Any]: ...
    def best_move(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        level: int | None = None,
        threads: int | None = None,
        hash_mb: int = 64,
        seed: int = 0,
    ) -> str | None: ...
    def svg(
        self,
        ply: int | None = None,
        *,
        size: int = ...,
        legal: str | None = None,
        attacks: _Side | None = None,
        mates: bool = False,
        paths: bool = False,
        title: str | None = None,
    ) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Player:
    """A player of the program, as `continuum match` names it."""

    def __new__(
        cls, name: str = "random", variant: Variant | str | None = None, seed: int = 0
    ) -> Player: ...
    def choose(self, game: Game) -> str: ...

@final
class Slots:
    """The legal moves of a position as numbered slots, each with a number from 0 to 1."""

    slot_features: ClassVar[list[str]]
    piece_features: ClassVar[list[str]]
    def __len__(self) -> int: ...
    def features(self) -> NDArray[np.float32]: ...
    def pieces(self) -> NDArray[np.float32]: ...
    def captures(self, slot: int) -> list[str]: ...
    def move(self, slot: int, u: float) -> str: ...

def analyze_table(source: Any, variant: Variant | str | None = None, jobs: int | None = None) -> tuple[Any, Any]: ...
def play_games(
    games: int,
    variant: Variant | str,
    white: str,
    black: str,
    start: str,
    first: int,
    seed: int,
    max_plies: int,
    measured: bool,
    jobs: int | None,
) -> tuple[Any, Any]: ...
