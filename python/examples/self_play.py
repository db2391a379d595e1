"""Games between players of the program, to Parquet, with their statistics.

    python self_play.py games/ --variants zeno disc70 --games 1000
    python self_play.py games/ --variants zeno --games 100000 --ray

Games are written in chunks: `VARIANT/games-N.parquet` and `VARIANT/plies-N.parquet`. What is written is not played again, so a run
that was stopped goes on. A game depends on nothing but its number and the seed, unless its players look at the clock.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from files import write_json, write_table

from continuum_chess import play_games

#: The plies before which the legal length is told.
PLIES = (1, 2, 10, 20, 40, 80, 160)


def paths(folder: Path, variant: str, first: int) -> tuple[Path, Path]:
    """The files of the chunk that begins with a game."""
    return tuple(folder / variant / f"{what}-{first:08}.parquet" for what in ("games", "plies"))  # type: ignore[return-value]


def play_chunk(task: dict[str, Any]) -> dict[str, Any]:
    """Plays the games of one chunk, unless they are there."""
    games_path, plies_path = paths(Path(task["folder"]), task["variant"], task["first"])
    if not games_path.exists():
        games, plies = play_games(
            task["games"],
            task["variant"],
            task["white"],
            task["black"],
            first=task["first"],
            seed=task["seed"],
            max_plies=task["max_plies"],
            jobs=task["jobs"],
        )
        # The games last: their file says that the chunk is done.
        write_table(pa.Table.from_batches([plies]), plies_path)
        write_table(pa.Table.from_batches([games]), games_path)
    return {"variant": task["variant"], "first": task["first"]}


def statistics(folder: Path, variant: str) -> dict[str, Any]:
    """What is measured over all games of a variant that are written."""
    results: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    captures: Counter[int] = Counter()
    lengths: list[int] = []
    count_at, length_at, games_at = Counter[int](), Counter[int](), Counter[int]()
    for games_path in sorted((folder / variant).glob("games-*.parquet")):
        games = pq.read_table(games_path, columns=["result", "reason", "plies"])
        results.update(games["result"].to_pylist())
        reasons.update(games["reason"].to_pylist())
        lengths.extend(games["plies"].to_pylist())
        plies = pq.read_table(games_path.with_name(games_path.name.replace("games", "plies")))
        for one in plies["captures"].value_counts().to_pylist():
            captures[one["values"]] += one["counts"]
        number = plies["ply"].to_numpy()
        count, length = plies["count"].to_numpy(), plies["length"].to_numpy()
        for ply in PLIES:
            at = number == ply
            games_at[ply] += int(at.sum())
            count_at[ply] += float(count[at].sum())  # type: ignore[assignment]
            length_at[ply] += float(np.nan_to_num(length[at]).sum())  # type: ignore[assignment]
    total, plies_total = sum(results.values()), sum(captures.values())
    is_plane = any(length_at.values())
    return {
        "variant": variant,
        "games": total,
        "mean_plies": sum(lengths) / total,
        "draws": results["1/2-1/2"] / total,
        "mates": reasons["checkmate"] / total,
        "reasons": {name: number / total for name, number in reasons.most_common()},
        "captures_at_once": {str(taken): captures[taken] / plies_total for taken in sorted(captures)},
        "legal_count_by_ply": {str(ply): count_at[ply] / games_at[ply] for ply in PLIES if games_at[ply]},
        "legal_length_by_ply": {
            str(ply): length_at[ply] / games_at[ply] for ply in PLIES if is_plane and games_at[ply]
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Games between players of the program, to Parquet")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--variants", nargs="+", default=["continuous"])
    parser.add_argument("--games", type=int, default=1000, help="of each variant")
    parser.add_argument("--chunk", type=int, default=500, help="games in a file")
    parser.add_argument("--white", default="random", help="a player, as for `continuum match`")
    parser.add_argument("--black", default="random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--max-plies", type=int, default=1000, help="after so many a game is drawn")
    parser.add_argument("--jobs", type=int, help="threads of a chunk [default: one a core; under Ray 1]")
    parser.add_argument("--ray", action="store_true", help="on the machines of a Ray cluster")
    args = parser.parse_args()
    jobs = args.jobs or (1 if args.ray else None)
    tasks = [
        {
            "folder": str(args.folder.resolve()),
            "variant": variant,
            "first": first,
            "games": min(args.chunk, args.games + 1 - first),
            "white": args.white,
            "black": args.black,
            "seed": args.seed,
            "max_plies": args.max_plies,
            "jobs": jobs,
        }
        for variant in args.variants
        for first in range(1, args.games + 1, args.chunk)
    ]
    if args.ray:
        import ray

        if not ray.is_initialized():
            # The other machines get this folder, for `files.py`.
            ray.init(runtime_env={"working_dir": str(Path(__file__).resolve().parent)})
        ray.data.from_items(tasks, override_num_blocks=len(tasks)).map(play_chunk, num_cpus=jobs).materialize()
    else:
        for task in tasks:
            play_chunk(task)
    for variant in args.variants:
        found = statistics(args.folder, variant)
        write_json(found, args.folder / variant / "statistics.json")
        print(json.dumps(found))


if __name__ == "__main__":
    main()
