"""The native part of the package."""

from collections.abc import Iterator
from os import PathLike
from typing import Any, ClassVar, final, overload

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from .values import Best, Landing, Piece, Ply, Region, Solved
from .values import Draws as _Draws
from .values import Side as _Side
from .values import Status as _Status

__version__: str
__all__ = [
    "__version__",
    "Variant",
    "Position",
    "LegalSet",
    "Span",
    "Game",
    "Player",
    "Slots",
    "Arena",
    "analyze_table",
    "play_games",
    "ContinuumError",
    "VariantError",
    "TextFault",
    "IllegalMove",
]

_Item = Span | Landing | str

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
    """A set of rules, checked, with its tables.

    `name` is a preset or a variant file, which ends in `.toml`; keyword parameters override it:
    `Variant("continuous", zeno=True)`, `Variant("my.toml")`.
    """

    def __new__(cls, name: str = ..., /, **rules: Any) -> Variant: ...
    @staticmethod
    def from_file(path: str | PathLike[str], /, **rules: Any) -> Variant:
        """The variant of a file, with overriding parameters."""
    @staticmethod
    def from_toml(text: str, /) -> Variant:
        """The variant that the text of a variant file describes."""
    @staticmethod
    def presets() -> list[str]:
        """The names of all presets."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def is_lattice(self) -> bool:
        """Whether the variant is played on cells."""
    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter by its name."""
    def to_toml(self) -> str:
        """The text of a variant file that describes the variant."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Span:
    """A stretch of legal distances of one piece with one set of captures. `from_` and `to` are its ends; equal for a
    single distance.
    """

    def __new__(
        cls,
        piece: str,
        bearing: float,
        from_: float,
        to: float,
        open_from: bool = False,
        open_to: bool = False,
        captures: list[str] | tuple[str, ...] = ...,
        promotes: bool = False,
        arc: float | None = None,
        turn: bool = False,
    ) -> Span: ...
    @property
    def piece(self) -> str:
        """The label of the piece."""
    @property
    def bearing(self) -> float:
        """The bearing in degrees, in the mover's own frame."""
    @property
    def from_(self) -> float:
        """The least distance; for a turn in degrees."""
    @property
    def to(self) -> float:
        """The greatest distance; for a turn in degrees."""
    @property
    def open_from(self) -> bool:
        """Whether `from_` itself is not legal."""
    @property
    def open_to(self) -> bool:
        """Whether `to` itself is not legal."""
    @property
    def captures(self) -> tuple[str, ...]:
        """The labels of the captured pieces, sorted."""
    @property
    def promotes(self) -> bool:
        """Whether the pawn promotes."""
    @property
    def arc(self) -> float | None:
        """The radius of an arc, positive if it bends left; else `None`."""
    @property
    def turn(self) -> bool:
        """Whether the move is a turn in place."""
    @property
    def length(self) -> float:
        """The length of the stretch."""
    def __contains__(self, distance: float, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def at(self, distance: float, promotion: str | None = None) -> str:
        """The text of the move of a distance. `promotion` is the letter of the kind to which a pawn promotes."""

@final
class LegalSet:
    """The legal set of a position as a sequence, and the status of the position.

    On the plane its items are the spans and then the landings of pieces that leap to any place, on a lattice the texts of
    the moves. A decided position has none. The legal set is also an Arrow table with a row for each item, which pandas,
    polars, DuckDB and pyarrow take. `"Qd 90 2" in legal` says whether a move is legal, and raises for a text that names no
    piece or bearing of the side to move.
    """

    @property
    def turn(self) -> _Side:
        """`white` or `black`: the side to move."""
    @property
    def status(self) -> _Status:
        """`ongoing`, `checkmate`, `stalemate`, `draw`, `bare_king` or `king_taken`."""
    @property
    def check(self) -> bool:
        """Whether the side to move is in check."""
    @property
    def spans(self) -> list[Span]:
        """The stretches of legal distances, by piece, bearing and distance; empty on a lattice."""
    @property
    def regions(self) -> list[Region]:
        """The areas of pieces that leap to any place, as docs/json.md describes them."""
    @property
    def moves(self) -> list[str]:
        """The legal moves of a lattice, sorted; empty on the plane."""
    @property
    def length(self) -> float:
        """The length of all stretches together, without turns, board units; 0 on a lattice."""
    def distances(self, piece: str, bearing: float) -> list[tuple[float, float, bool, bool]]:
        """The legal distances of a piece straight along a bearing, as `(from, to, open_from, open_to)`. A piece that is not
        there or not to move is an error, and so is a bearing that it does not have.
        """
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> _Item: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[_Item]: ...
    def __iter__(self) -> Iterator[_Item]: ...
    def __reversed__(self) -> Iterator[_Item]: ...
    def __contains__(self, item: _Item, /) -> bool: ...
    def index(self, item: _Item) -> int:
        """Returns the first index of an item."""
    def count(self, item: _Item) -> int:
        """Returns how often an item occurs."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def to_numpy(self) -> dict[str, Any]:
        """The spans as numpy arrays, one entry a span: `piece` (an index into `labels`), `bearing`, `from`, `to`, `open_from`,
        `open_to`, `promotes`, `arc` (0 when straight), `turn`. `captures` is a matrix of truth values: span by label.
        """
    def to_arrow(self) -> pa.RecordBatch:
        """The legal set as a `pyarrow.RecordBatch`, with the columns of `analyze_table`; `row` is 0."""

@final
class Position:
    """A position: the pieces and the side to move. Positions do not change; `play` returns the next one.

    `text` is the one line described in docs/reference.md, or `start` for the initial array.
    """

    def __new__(cls, text: str = "start", variant: Variant | str | None = None) -> Position: ...
    @staticmethod
    def from_fen(fen: str, variant: Variant | str = ...) -> Position:
        """Returns the position of a FEN, for a square or cylinder of cells."""
    @property
    def variant(self) -> Variant:
        """The variant of the position."""
    @property
    def text(self) -> str:
        """The position text, which reads back as an equal position."""
    @property
    def turn(self) -> _Side:
        """`white` or `black`: the side to move."""
    @property
    def status(self) -> _Status:
        """`ongoing`, `checkmate`, `stalemate`, `draw`, `bare_king` or `king_taken`. Only a `Game` knows repetition."""
    @property
    def winner(self) -> _Side | None:
        """`white`, `black` or `None`: the winner."""
    @property
    def check(self) -> bool:
        """Whether the side to move is in check."""
    def fen(self) -> str:
        """Returns the FEN, for a square or cylinder of cells."""
    def san(self, text: str) -> str:
        """The SAN of a move given as any move text; elsewhere than on a square or cylinder of cells its ordinary text."""
    @property
    def series(self) -> tuple[int, int] | None:
        """In progressive play the number of the next move of the series, and the length of the series; else `None`."""
    @property
    def pieces(self) -> list[Piece]:
        """The pieces."""
    def legal_set(
        self, pieces: str | list[str] | None = None, bearings: dict[str, list[float]] | None = None
    ) -> LegalSet:
        """The exact legal set; with `pieces`, a label or a list of labels, only theirs. `bearings` names bearings along which
        the landings of area leaps are wanted as spans: `{"Ga": [0, 30]}`. A piece that is not there or not to move is an
        error, and so is a bearing that it does not have.
        """
    def slots(self) -> Slots:
        """The legal moves as numbered slots, with a number from 0 to 1 in each, for learning."""
    def play(self, text: str) -> Position:
        """The position after a move."""
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
    ) -> Best:
        """The best moves: see `Game.best`."""
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
    ) -> str | None:
        """The text of the best move, or `None` when the game is over. The limits are those of `best`."""
    def perft(self, depth: int, draws: _Draws = "unclaimed") -> int:
        """The number of move sequences of `depth` plies, on all cores. If `draws` is `claimed`, a draw by bare kings or
        a move count ends a sequence.
        """
    def perft_divide(self, depth: int, draws: _Draws = "unclaimed") -> dict[str, int]:
        """The number of move sequences after each first move, by its text."""
    def solve(
        self,
        stipulation: str,
        *,
        max_solutions: int | None = None,
        seconds: float | None = None,
        hash_mb: int = 256,
        brief: bool = False,
    ) -> Solved:
        """Solves a problem, such as `#2`, `h#3` or `ser-#5`; on the plane `#1`, `#2`, help and series play. The answer is a dict with the
        members of docs/json.md. `seconds` ends the search in time, `brief` leaves out variations and set play, and
        `hash_mb` bounds the known positions of a lattice; on the plane none are kept.
        """
    def svg(
        self,
        *,
        size: int = 480,
        legal: str | None = None,
        attacks: _Side | None = None,
        mates: bool = False,
        title: str | None = None,
    ) -> str:
        """The picture as an SVG document. It shows the legal set of a piece (`legal`), the attacks of a side (`attacks`)
        or every move that mates at once (`mates`).
        """
    def png(
        self,
        *,
        size: int = 480,
        legal: str | None = None,
        attacks: _Side | None = None,
        mates: bool = False,
        title: str | None = None,
    ) -> bytes:
        """The picture as the bytes of a PNG, `size` pixels wide: see `svg`."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    """A game: its first position and the moves made. A refused move leaves it unchanged. A draw ends the game only if
    `draws` is `claimed`; otherwise the status says `draw`, and moves may follow.
    """

    def __new__(
        cls,
        start: Position | None = None,
        variant: Variant | str | None = None,
        *,
        draws: _Draws = "unclaimed",
    ) -> Game: ...
    @staticmethod
    def read_pgn(text: str) -> list[Game]:
        """Returns the games of a PGN text, without comments and variations. A tag `Variant` names a preset; without one it is
        orthodox chess."""
    def pgn(self, white: str = "?", black: str = "?") -> str:
        """Returns the game as PGN."""
    @property
    def position(self) -> Position:
        """The present position."""
    @property
    def start(self) -> Position:
        """The first position."""
    @property
    def plies(self) -> list[Ply]:
        """The moves made."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    @property
    def turn(self) -> _Side:
        """`white` or `black`: the side to move."""
    @property
    def status(self) -> _Status:
        """The status of the game, with repetition."""
    @property
    def winner(self) -> _Side | None:
        """`white`, `black` or `None`: the winner."""
    def play(self, text: str) -> Ply:
        """Makes the move of a text."""
    def undo(self) -> bool:
        """Takes the last move back; returns whether there was one."""
    def redo(self) -> bool:
        """Repeats the move that was taken back last; returns whether there was one."""
    def legal_set(self) -> LegalSet:
        """The legal set; empty when the game is over, except after a draw that nobody claims."""
    def slots(self) -> Slots:
        """The legal moves as numbered slots: see `Position.slots`. There are none when the game is over."""
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
    ) -> Best:
        """The best moves, as a dict: `status`, `lines` (each with `score`, `depth`, `pv`), `nodes`, `seconds`. The first
        limit reached ends the search; without any the limit is one second. `level` goes from 1 to 8.
        """
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
    ) -> str | None:
        """The text of the best move, or `None` when the game is over. The limits are those of `best`."""
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
    ) -> str:
        """The picture after `ply` plies, by default after the last, as an SVG document. It shows the last move, the path
        of every move (`paths`), or what `Position.svg` shows.
        """
    def png(
        self,
        ply: int | None = None,
        *,
        size: int = ...,
        legal: str | None = None,
        attacks: _Side | None = None,
        mates: bool = False,
        paths: bool = False,
        title: str | None = None,
    ) -> bytes:
        """The picture as the bytes of a PNG, `size` pixels wide: see `svg`."""
    def gif(
        self, *, size: int = ..., seconds: float = 1.2, paths: bool = False, title: str | None = None
    ) -> bytes:
        """The whole game as the bytes of an animated GIF, one picture for each ply, each shown for some seconds."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object, /) -> Game: ...
    def _repr_svg_(self) -> str: ...

@final
class Player:
    """A player of the program, as `continuum match` names it: `random`, `greedy`, `sampled2`, `level=3`, `nodes=500`,
    `movetime=100`.
    """

    def __new__(
        cls, name: str = "random", variant: Variant | str | None = None, seed: int = 0
    ) -> Player: ...
    def choose(self, game: Game) -> str:
        """The text of the move to play in a game that is not over."""

@final
class Slots:
    """The legal moves of a position as numbered slots. `move(slot, u)` is the text of a move for every slot from 0 and every
    `u` from 0 to 1.
    """

    slot_features: ClassVar[list[str]]
    piece_features: ClassVar[list[str]]
    def __len__(self) -> int: ...
    def features(self) -> NDArray[np.float32]:
        """A matrix with a row for each slot and a column for each of `slot_features`."""
    def pieces(self) -> NDArray[np.float32]:
        """A matrix with a row for each piece and a column for each of `piece_features`."""
    def captures(self, slot: int) -> list[str]:
        """The labels of the pieces that a slot captures."""
    def move(self, slot: int, u: float) -> str:
        """The text of the move of a slot and a number from 0 to 1. The move is legal."""
    def observe(
        self, pieces: int, slots: int, shares: int, may_move: bool
    ) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """The observation of an agent and its mask. The observation has so many rows of pieces and then so many rows of slots,
        cut or filled up with zeros. The mask has `slots * shares` actions: `slot * shares + i` is the slot with the number
        `i / (shares - 1)`, and with one share 1/2. It is empty unless `may_move`.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Arena:
    """Games against a player of the program, played side by side on all cores or on `jobs` threads.

    `continuum_chess.rl.VectorEnv` is the environment over it. After the end of a game its next step begins another.
    """

    def __new__(
        cls,
        games: int,
        start: Position,
        opponent: str = "random",
        side: str = "either",
        pieces: int = 32,
        slots: int = 512,
        shares: int = 1,
        max_plies: int = 300,
        jobs: int | None = None,
    ) -> Arena: ...
    def reset(self, seeds: list[int]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Begins all games anew, each with its own seed, and returns observations and masks."""
    def step(
        self, slots: NDArray[np.int64], shares: NDArray[np.float64]
    ) -> tuple[
        tuple[NDArray[np.float32], NDArray[np.int8]],
        NDArray[np.float64],
        list[NDArray[np.bool_]],
    ]:
        """Plays one action in each game, with the opponent's answer."""
    @property
    def sides(self) -> list[_Side]:
        """The agent's side in each game."""
    def position(self, game: int) -> Position:
        """The current position of a game."""

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
