"""Whole tables of positions, and whole games, as Arrow data. They need pyarrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native

if TYPE_CHECKING:
    import pyarrow as pa


class Tables(NamedTuple):
    """What `analyze_table` answers: two readers over the same rows."""

    spans: pa.RecordBatchReader
    """A row for each stretch of legal distances, each landing of a region, or each move of a lattice."""
    answers: pa.RecordBatchReader
    """A row for each position, in order: how it stands, or what is wrong with it."""


def _pyarrow(what: str) -> Any:
    """The package pyarrow, or a word about where it comes from."""
    try:
        import pyarrow
    except ImportError as missing:
        raise ImportError(
            f"{what} needs pyarrow: pip install pyarrow, or this package with its extra [arrow]", name="pyarrow"
        ) from missing
    return pyarrow


def analyze_table(
    source: Any, variant: str | _native.Variant = "continuous", *, jobs: int | None = None
) -> Tables:
    """The legal sets of a table of positions, on all cores or on `jobs` threads.

    `source` is a table, a batch or a reader of any library that speaks the Arrow PyCapsule interface; nothing is copied
    on the way in or out. Its columns are `position` or `fen`, and if it has them `variant` (the name of a preset, where it
    is not null in place of the argument) and `row` (a whole number that the answers repeat; else rows count from 0).

    A bad row is answered in its place: its `error` says what is wrong, and `status` is null. Both readers go through
    the source together. What one of them leaves for the other waits in memory, so read them in turn, or drop one.
    """
    pa = _pyarrow("analyze_table")
    spans, answers = _native.analyze_table(source, variant, jobs)
    from_stream = pa.RecordBatchReader.from_stream
    return Tables(from_stream(spans), from_stream(answers))


def play_games(
    games: int,
    variant: str | _native.Variant = "continuous",
    white: str = "random",
    black: str = "random",
    *,
    start: str = "start",
    first: int = 1,
    seed: int = 0,
    max_plies: int = 1000,
    measured: bool = True,
    jobs: int | None = None,
) -> tuple[pa.RecordBatch, pa.RecordBatch]:
    """Games between two players, on all cores or on `jobs` threads.

    Players are named as for `Player`. Games are numbered from `first`; a game depends on nothing but its number and the
    other arguments, unless its players look at the clock. After `max_plies` plies a game is drawn.

    The first batch has a row for each game: `game`, `result`, `reason`, `plies`, `moves`. The second has one for each ply,
    from 1: `game`, `ply`, `captures` (how many pieces the move took at once), and of the position before it `count`,
    `length` (of all legal stretches together, null on a lattice) and `check`. `measured=False` leaves these three null.
    """
    pa = _pyarrow("play_games")
    batches = _native.play_games(
        games, variant, white, black, start, first, seed, max_plies, measured, jobs
    )
    return pa.record_batch(batches[0]), pa.record_batch(batches[1])
