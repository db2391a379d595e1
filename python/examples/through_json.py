"""How much faster `analyze_table` is than the program through JSON, and whether both say the same.

    python through_json.py positions.parquet --program target/release/continuum

The positions are those of Continuous Chess, without Guards, whose landings are cells and no spans. Each way makes the same
table of spans from the same table of positions. Through JSON, each row is written as a line, `continuum analyze`
answers it meanwhile, and the lines of answers are read: one by one with `json.loads`, or all at once by Arrow's own reader.
What was measured is printed as JSON.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json
import pyarrow.parquet as pq

from continuum_chess import analyze_table

#: A span as a line of `continuum analyze` has it, and as the table of spans has it.
SPAN = pa.struct(
    [
        ("piece", pa.string()),
        ("bearing", pa.float64()),
        ("from", pa.float64()),
        ("to", pa.float64()),
        ("open_from", pa.bool_()),
        ("open_to", pa.bool_()),
        ("captures", pa.list_(pa.string())),
        ("promotes", pa.bool_()),
    ]
)
TABLE = pa.schema([("row", pa.int64()), *SPAN])
ANSWER = pa.schema([("id", pa.int64()), ("spans", pa.list_(SPAN))])


def by_table(positions: pa.Table) -> pa.Table:
    """The spans of all positions by `analyze_table`."""
    spans, _ = analyze_table(positions)
    return spans.read_all().select(TABLE.names).cast(TABLE)


@contextmanager
def answered(positions: pa.Table, program: str) -> Iterator[IO[bytes]]:
    """The lines by which the program answers all positions, which are written to it at the same time."""
    with subprocess.Popen([program, "analyze"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None

        def write(to: IO[bytes]) -> None:
            with to:
                for row, text in enumerate(positions["position"].to_pylist()):
                    to.write(json.dumps({"id": row, "position": text}).encode() + b"\n")

        writer = threading.Thread(target=write, args=(process.stdin,))
        writer.start()
        yield process.stdout
        writer.join()
    if process.returncode != 0:
        raise SystemExit(f"{program} analyze ended with status {process.returncode}")


def line_by_line(positions: pa.Table, program: str) -> pa.Table:
    """The same through JSON, each line read with `json.loads`."""
    columns: dict[str, list[Any]] = {name: [] for name in TABLE.names}
    with answered(positions, program) as lines:
        for line in lines:
            answer = json.loads(line)
            columns["row"].extend([answer["id"]] * len(answer["spans"]))
            for field in SPAN:
                columns[field.name].extend(span[field.name] for span in answer["spans"])
    return pa.table(columns, TABLE)


def all_at_once(positions: pa.Table, program: str) -> pa.Table:
    """The same through JSON, all lines read by Arrow."""
    with answered(positions, program) as lines:
        options = pa.json.ParseOptions(explicit_schema=ANSWER, unexpected_field_behavior="ignore")
        answers = pa.json.read_json(io.BytesIO(lines.read()), parse_options=options).combine_chunks()
    spans = answers["spans"].combine_chunks()
    rows = answers["id"].take(pc.list_parent_indices(spans))
    return pa.table([rows, *spans.flatten().flatten()], TABLE)


def least(times: int, way: Callable[[], pa.Table]) -> tuple[float, pa.Table]:
    """The least time that a way takes, in seconds, and what it comes to."""
    took = list[float]()
    for _ in range(times):
        begun = time.perf_counter()
        table = way()
        took.append(time.perf_counter() - begun)
    return min(took), table


def compare(positions: pa.Table, program: str, times: int) -> dict[str, Any]:
    """The rows a second of each way, and how many times that `analyze_table` is."""
    seconds, expected = least(times, partial(by_table, positions))
    rate = positions.num_rows / seconds
    found: dict[str, Any] = {"rows": positions.num_rows, "spans": expected.num_rows, "analyze_table": round(rate)}
    for way in (line_by_line, all_at_once):
        seconds, table = least(times, partial(way, positions, program))
        if not table.equals(expected):
            raise SystemExit(f"{way.__name__}: the spans differ from those of analyze_table")
        through = positions.num_rows / seconds
        found[way.__name__] = {"rate": round(through), "times": round(rate / through, 2)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Tables against JSON")
    parser.add_argument("positions", help="a Parquet file with a column `position`")
    parser.add_argument("--program", default="continuum")
    parser.add_argument("--times", type=int, default=5, help="so often each way is run; the least time counts")
    args = parser.parse_args()
    try:
        print(json.dumps(compare(pq.read_table(args.positions), args.program, args.times)))
    except OSError as error:
        parser.error(f"{error}: name a Parquet file, and the program with --program")


if __name__ == "__main__":
    main()
