"""Values that answers are made of. They compare, hash, pickle and copy by what they hold."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypedDict

Side = Literal["white", "black"]
Draws = Literal["claimed", "unclaimed"]
Status = Literal["ongoing", "checkmate", "stalemate", "draw", "bare_king", "king_taken"]


class Piece(NamedTuple):
    """One piece of a position."""

    label: str
    """Its name; capital for White."""
    color: Side
    kind: str
    """What it is, such as `queen`."""
    x: float
    """Where its centre is, to White's right; on a lattice the centre of its cell as it is drawn."""
    y: float
    """Where its centre is, away from White."""
    cell: str | None = None
    """Its cell on a lattice, else `None`."""
    moved: bool | None = None
    """On the plane, whether it has ever moved; on a lattice `None`, where rights to castle say what matters."""
    heading: float | None = None
    """Which way it faces in degrees of the plane, for kinds that face a way; else `None`."""

    def __repr__(self) -> str:
        return f"<Piece {self.label}@{self.cell or f'{self.x:g},{self.y:g}'}>"


class Ply(NamedTuple):
    """A move that was made."""

    text: str
    """The move as it was written."""
    captures: tuple[str, ...]
    """What was taken, sorted."""
    reborn: tuple[str, ...]
    """What was put back, sorted."""
    promoted: str | None
    """The letter of what a pawn became, or `None`."""
    at: tuple[float, float]
    """Where the mover ended."""
    cell: str | None
    """The cell where it ended, on a lattice; else `None`."""
    status: Status
    """How the position after it stands, repetition included."""

    def __repr__(self) -> str:
        return f"<Ply {self.text}{' takes ' if self.captures else ''}{' '.join(self.captures)}>"


class Line(TypedDict):
    """A line of play that a search found."""

    score: dict[str, int]
    """`{"cp": 31}` in hundredths of a pawn, or `{"mate": 2}` in moves, for the side to move."""
    depth: int
    pv: list[str]
    """The moves, each as it is played."""


class Best(TypedDict):
    """What `best` answers."""

    status: Status
    lines: list[Line]
    """The best first; none when the game is over."""
    nodes: int
    seconds: float


class Solved(TypedDict, total=False):
    """What `solve` answers, with the members of docs/json.md."""

    solutions: list[dict[str, Any]]
    set_play: list[dict[str, Any]]
    """On a lattice: what happens if the other side begins."""
    nodes: int
    complete: bool
    seconds: float
    undecided: list[dict[str, Any]]
    """On the plane: what was not decided, where there is something."""


class _LandingBase(TypedDict):
    captures: list[str]
    area: float
    sample: tuple[float, float]
    arcs: list[dict[str, Any]]


class Cell(_LandingBase, total=False):
    """A connected part of a region, with one set of captures, as docs/json.md describes it."""

    promotes: bool
    holes: list[list[dict[str, Any]]]


class Landing(Cell):
    """A cell of a region as an item of a legal set: with the piece that lands there."""

    piece: str


class Region(TypedDict):
    """Where a piece that leaps to any place may land."""

    piece: str
    cells: list[Cell]
