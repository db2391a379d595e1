"""Legal sets of a folder of Parquet files, on all machines of a Ray cluster.

    python cluster.py positions/ answers/ --workers 2

Every file `NAME.parquet` of positions (a column `position` or `fen`, as for `analyze_table`) becomes
`spans/NAME.parquet`, `answers/NAME.parquet` and at last `done/NAME.json` with its statistics. A file that is done is not done
again: a run that was stopped goes on when it is started again. A bad row keeps its place and its reason in `answers`. A
file that cannot be read is named at the end, and the exit status is then 1. `statistics.json` has the sums.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from files import write_batches, write_json, write_table

from continuum_chess import analyze_table

#: Rows that are read at once.
ROWS = 16_384


def analyze_file(source: Path, out: Path, variant: str, jobs: int) -> dict[str, Any]:
    """Writes the answers to one file. Returns its statistics."""
    begin = time.perf_counter()
    with pq.ParquetFile(source) as file:
        batches = pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches(ROWS))
        spans, answers = analyze_table(batches, variant, jobs=jobs)
        count = write_batches(spans, out / "spans" / source.name)
        table = answers.read_all()
    write_table(table, out / "answers" / source.name)
    statuses = table["status"].value_counts().to_pylist()
    statistics = {
        "file": source.name,
        "rows": table.num_rows,
        "errors": table.num_rows - table["error"].null_count,
        "spans": count,
        "checks": pc.sum(table["check"]).as_py() or 0,
        "length": pc.sum(table["length"]).as_py() or 0.0,
        "status": {one["values"]: one["counts"] for one in statuses if one["values"] is not None},
        "seconds": time.perf_counter() - begin,
    }
    write_json(statistics, done(source, out))
    return statistics


def done(source: Path, out: Path) -> Path:
    """The file that says that a source is done."""
    return out / "done" / f"{source.stem}.json"


class Worker:
    """Answers files, one after the other, in one process."""

    def __init__(self, out: str, variant: str, jobs: int) -> None:
        self.out, self.variant, self.jobs = Path(out), variant, jobs

    def __call__(self, files: pa.Table) -> pa.Table:
        faults = [self.answer(Path(source)) for source in files["file"].to_pylist()]
        return files.append_column("fault", pa.array(faults, pa.string()))

    def answer(self, source: Path) -> str | None:
        """Answers one file, unless another worker has done so. Returns what is wrong with the file, if anything is."""
        if done(source, self.out).exists():
            return None
        try:
            analyze_file(source, self.out, self.variant, self.jobs)
        except (OSError, ValueError, pa.ArrowException) as error:
            return str(error)
        return None


def sums(out: Path) -> dict[str, Any]:
    """The statistics of all that is done."""
    total: dict[str, Any] = {"files": 0, "rows": 0, "errors": 0, "spans": 0, "checks": 0, "length": 0.0, "status": {}}
    for path in sorted((out / "done").glob("*.json")):
        one = json.loads(path.read_text())
        total["files"] += 1
        for name in ("rows", "errors", "spans", "checks", "length"):
            total[name] += one[name]
        for name, count in one["status"].items():
            total["status"][name] = total["status"].get(name, 0) + count
    return total


def run(
    source: Path,
    out: Path,
    variant: str = "continuous",
    workers: int = 2,
    threads: int = 1,
    worker: type[Worker] = Worker,
) -> dict[str, str]:
    """Answers every file that is not done. Returns the files that could not be read, with the reason."""
    import ray

    files = [path for path in sorted(source.glob("*.parquet")) if not done(path, out).exists()]
    faults: dict[str, str] = {}
    if files:
        # A block a file, made here: a task that split them would wait for the processors that the workers hold.
        items = [{"file": str(path.resolve())} for path in files]
        answered = ray.data.from_items(items, override_num_blocks=len(items)).map_batches(
            worker,
            fn_constructor_args=(str(out.resolve()), variant, threads),
            batch_format="pyarrow",
            batch_size=1,
            concurrency=workers,
            num_cpus=threads,
        )
        for row in answered.iter_rows():
            if row["fault"] is not None:
                faults[Path(row["file"]).name] = row["fault"]
    write_json(sums(out), out / "statistics.json")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description="Legal sets of a folder of Parquet files, on a Ray cluster")
    parser.add_argument("source", type=Path, help="the folder of positions")
    parser.add_argument("out", type=Path, help="the folder of answers, which all machines see")
    parser.add_argument("--variant", default="continuous", help="of rows that name none")
    parser.add_argument("--workers", type=int, default=2, help="how many processes")
    parser.add_argument("--threads", type=int, default=1, help="how many threads each has")
    parser.add_argument("--address", help="a running cluster; left out, one is started on this machine")
    args = parser.parse_args()
    import ray

    # The other machines get this folder, for `files.py`.
    ray.init(address=args.address, runtime_env={"working_dir": str(Path(__file__).resolve().parent)})
    faults = run(args.source, args.out, args.variant, args.workers, args.threads)
    print((args.out / "statistics.json").read_text(), end="")
    for name, fault in faults.items():
        print(f"{name}: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
