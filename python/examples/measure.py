"""How much faster two workers of `cluster.py` are than one process, and whether they answer the same.

    python measure.py folder/ --rows 1000000 --files 64

Positions of random games go to Parquet files. One process with one thread answers them, then Ray workers with one thread each. Then a
quarter of the files is answered once more, and one of the workers is killed in the middle. At the end every row is held against
the answers of the one process. What was measured is printed as JSON. It needs space for the answers, some two gigabytes a million positions.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import shutil
import signal
import threading
import time
from pathlib import Path
from typing import Any

import cluster
import pyarrow as pa
import pyarrow.parquet as pq
from files import write_json, write_table

from continuum_chess import Position, play_games

#: Positions of one random game at most.
PLIES = 250


def write_positions(folder: Path, variant: str, rows: int, files: int) -> None:
    """Writes positions of random games, the same ones each time."""
    game, waiting = 1, list[str]()
    for number in range(files):
        count = rows // files + (number < rows % files)
        while len(waiting) < count:
            games, _ = play_games(16, variant, first=game, max_plies=PLIES, measured=False)
            game += 16
            for moves in games["moves"].to_pylist():
                position = Position("start", variant)
                for text in moves:
                    waiting.append(position.text)
                    position = position.play(text)
        table = pa.table({"position": waiting[:count]})
        write_table(table, folder / f"part-{number:04}.parquet")
        del waiting[:count]


class Counted(cluster.Worker):
    """A worker that writes down how much processor time it has taken."""

    def __call__(self, files: pa.Table) -> pa.Table:
        self.note()
        answered = super().__call__(files)
        self.note()
        return answered

    def note(self) -> None:
        write_json({"pid": os.getpid(), "cpu": time.process_time()}, self.out / "workers" / f"{os.getpid()}.json")


def workers(out: Path) -> list[dict[str, Any]]:
    """The workers that have begun, in the order of their names."""
    return [json.loads(path.read_text()) for path in sorted((out / "workers").glob("[0-9]*.json"))]


def one_process(source: Path, out: Path, variant: str) -> dict[str, float]:
    """Answers all files here, with one thread."""
    wall, cpu = time.perf_counter(), time.process_time()
    for path in sorted(source.glob("*.parquet")):
        cluster.analyze_file(path, out, variant, jobs=1)
    return {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}


def on_cluster(source: Path, out: Path, variant: str, count: int) -> dict[str, Any]:
    """Answers all files that are not done, with some workers of one thread each."""
    wall = time.perf_counter()
    faults = cluster.run(source, out, variant, workers=count, worker=Counted)
    if faults:
        raise SystemExit(f"files that could not be read: {faults}")
    return {"wall": time.perf_counter() - wall, "cpu": [worker["cpu"] for worker in workers(out)]}


def kill_one(out: Path, remaining: int) -> None:
    """Kills a worker when some files are done, so that others remain."""
    done = len(list((out / "done").glob("*.json")))
    while len(list((out / "done").glob("*.json"))) < done + remaining // 2 or not workers(out):
        time.sleep(0.02)
    os.kill(workers(out)[0]["pid"], signal.SIGKILL)


def killed_in_the_middle(source: Path, out: Path, variant: str, count: int) -> dict[str, Any]:
    """Answers a quarter of the files once more. A worker is killed meanwhile."""
    again = sorted(source.glob("*.parquet"))[::4]
    for path in again:
        for answer in (out / "spans" / path.name, out / "answers" / path.name, cluster.done(path, out)):
            answer.unlink()
    shutil.rmtree(out / "workers")
    killer = threading.Thread(target=kill_one, args=(out, len(again)))
    killer.start()
    faults = cluster.run(source, out, variant, workers=count, worker=Counted)
    killer.join()
    return {"files": len(again), "workers": len(workers(out)), "faults": len(faults)}


def compare(source: Path, one: Path, other: Path) -> dict[str, int]:
    """Holds every row of both answers against each other."""
    rows = {"positions": 0, "spans": 0}
    for path in sorted(source.glob("*.parquet")):
        for kind in ("spans", "answers"):
            mine, theirs = one / kind / path.name, other / kind / path.name
            # Equal files have equal rows; of others the rows are looked at.
            if not filecmp.cmp(mine, theirs, shallow=False) and not pq.read_table(mine).equals(pq.read_table(theirs)):
                raise SystemExit(f"{theirs} differs from {mine}")
        numbers = pq.read_table(other / "answers" / path.name, columns=["row"])["row"]
        count = pq.read_metadata(path).num_rows
        if not numbers.equals(pa.chunked_array([pa.array(range(count), pa.int64())])):
            raise SystemExit(f"{path.name}: rows are lost or doubled")
        rows["positions"] += count
        rows["spans"] += pq.read_metadata(other / "spans" / path.name).num_rows
    names = {path.name for path in source.glob("*.parquet")}
    if {path.name for path in (other / "answers").glob("[!.]*")} != names:
        raise SystemExit("there are answers to files that do not exist")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Two workers against one process")
    parser.add_argument("folder", type=Path, help="an empty folder for positions and answers")
    parser.add_argument("--variant", default="continuous")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--files", type=int, default=64)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    import ray

    source, one, many = (args.folder.resolve() / name for name in ("positions", "one", "many"))
    if not source.exists():
        write_positions(source, args.variant, args.rows, args.files)
    if not ray.is_initialized():
        # The workers get this folder, for `cluster.py` and `files.py`.
        here = str(Path(__file__).resolve().parent)
        # Ray gives its workers a low priority; here they have that of the one process they are measured against.
        os.environ.setdefault("RAY_worker_niceness", "0")
        ray.init(num_cpus=args.workers, include_dashboard=False, runtime_env={"working_dir": here})
    found: dict[str, Any] = {"one": one_process(source, one, args.variant)}
    found["many"] = on_cluster(source, many, args.variant, args.workers)
    found["faster"] = {
        "wall": found["one"]["wall"] / found["many"]["wall"],
        # As fast as it would be if every worker had a processor to itself.
        "cpu": found["one"]["cpu"] / max(found["many"]["cpu"]),
    }
    found["killed"] = killed_in_the_middle(source, many, args.variant, args.workers)
    found["equal"] = compare(source, one, many)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
