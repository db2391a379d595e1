"""The examples, on little data."""

import json
import os
import sys
from pathlib import Path

import pytest
from conftest import EXAMPLES, positions

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

from continuum_chess import Position, analyze_table, play_games  # noqa: E402


def folder_of_positions(folder, files, rows):
    """Writes files of positions, one bad row in each."""
    games, _ = play_games(1, "zeno", max_plies=6, measured=False)
    assert games.num_rows == 1
    for number in range(files):
        texts = ["start"] * (rows - 1)
        texts.insert(number % rows, "no position")
        table = pa.table({"position": texts, "variant": ["zeno" if i % 2 else "disc70" for i in range(rows)]})
        pq.write_table(table, folder / f"part-{number}.parquet")


@pytest.fixture(scope="module")
def ray():
    ray = pytest.importorskip("ray")
    # Workers import the examples and this module too.
    folders = [str(EXAMPLES), str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(folder for folder in folders if folder)
    # Else workers have a low priority, and wait long on a machine with other work.
    os.environ.setdefault("RAY_worker_niceness", "0")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100 << 20, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield ray
    ray.shutdown()


def compare_with_one_process(source, out):
    """Holds every row that was written against one process; returns how many there are."""
    rows = 0
    for path in sorted(source.glob("*.parquet")):
        spans, answers = analyze_table(pq.read_table(path), "continuous", jobs=1)
        assert pq.read_table(out / "spans" / path.name).equals(spans.read_all())
        found = pq.read_table(out / "answers" / path.name)
        assert found.equals(answers.read_all())
        rows += found.num_rows
    written = {path.name for path in (out / "answers").iterdir()} | {path.name for path in (out / "spans").iterdir()}
    assert written == {path.name for path in source.glob("*.parquet")}
    return rows


def test_a_cluster_answers_as_one_process_does_and_goes_on(ray, tmp_path):
    import cluster

    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    folder_of_positions(source, 6, 40)
    (source / "broken.parquet").write_bytes(b"this is no Parquet")
    faults = cluster.run(source, out, workers=2)
    assert list(faults) == ["broken.parquet"]
    (source / "broken.parquet").unlink()
    assert compare_with_one_process(source, out) == 240
    statistics = json.loads((out / "statistics.json").read_text())
    assert (statistics["files"], statistics["rows"], statistics["errors"]) == (6, 240, 6)
    # What is written is not done again; what is missing is.
    times = {path.name: path.stat().st_mtime_ns for path in (out / "spans").iterdir()}
    (out / "done" / "part-3.json").unlink()
    assert cluster.run(source, out, workers=2) == {}
    changed = {path.name for path in (out / "spans").iterdir() if path.stat().st_mtime_ns != times[path.name]}
    assert changed == {"part-3.parquet"}
    assert compare_with_one_process(source, out) == 240


def test_a_worker_that_is_killed_loses_and_doubles_nothing(ray, tmp_path):
    import cluster

    class Mortal(cluster.Worker):
        """Dies in the middle of a file, once."""

        def answer(self, source):
            grave = self.out / "killed"
            if source.name == "part-2.parquet" and not grave.exists():
                self.out.mkdir(exist_ok=True)
                grave.touch()
                (self.out / "spans").mkdir(exist_ok=True)
                (self.out / "spans" / ".part-2.parquet.1").write_bytes(b"half")
                os._exit(1)
            return super().answer(source)

    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    folder_of_positions(source, 5, 30)
    assert cluster.run(source, out, workers=2, worker=Mortal) == {}
    assert (out / "killed").exists()
    (out / "spans" / ".part-2.parquet.1").unlink()
    assert compare_with_one_process(source, out) == 150


def test_self_play_writes_games_and_goes_on(ray, tmp_path, monkeypatch, capsys):
    import self_play

    def run(*more):
        monkeypatch.setattr(
            sys, "argv", ["self_play.py", str(tmp_path), "--games", "5", "--chunk", "2", "--max-plies", "30", *more]
        )
        self_play.main()
        return [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]

    (zeno, disc) = run("--variants", "zeno", "disc70")
    assert (zeno["games"], disc["games"]) == (5, 5) and zeno["mean_plies"] <= 30
    assert zeno["legal_length_by_ply"]["1"] > 10 and disc["legal_length_by_ply"] == {}
    assert disc["legal_count_by_ply"]["1"] == 20
    assert sum(zeno["captures_at_once"].values()) == pytest.approx(1)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    assert len(times) == 12
    lost = tmp_path / "zeno" / "games-00000003.parquet"
    lost.unlink()
    # Another process plays the same games.
    assert run("--variants", "zeno", "--ray") == [zeno]
    changed = {path for path, time in times.items() if path.stat().st_mtime_ns != time}
    assert {path.name for path in changed} == {"games-00000003.parquet", "plies-00000003.parquet"}


def test_two_workers_are_measured_against_one_process(ray, tmp_path):
    import measure

    source, one, many = (tmp_path / name for name in ("positions", "one", "many"))
    measure.write_positions(source, "zeno", rows=203, files=4)
    alone = measure.one_process(source, one, "zeno")
    together = measure.on_cluster(source, many, "zeno", count=2)
    assert alone["cpu"] > 0 and together["cpu"] and min(together["cpu"]) > 0
    found = measure.compare(source, one, many)
    assert found["positions"] == 203 and found["spans"] > 203
    lost = many / "answers" / "part-0003.parquet"
    pq.write_table(pq.read_table(lost).slice(1), lost)
    with pytest.raises(SystemExit, match="part-0003.parquet differs"):
        measure.compare(source, one, many)


def test_unequal_armies_tell_what_pieces_are_worth():
    """Games whose results are drawn from known values give these values back, within the errors that are told."""
    import imbalance
    import numpy as np

    known = np.array([2.0, 1.2, 0.6, 0.9, 0.3, 0.2])
    dice = np.random.default_rng(1)
    texts = imbalance.openings("continuous", seed=3)
    starts = [next(texts) for _ in range(2000)]
    Position(starts[0], "continuous")
    x = np.array([imbalance.differences(start) for start in starts], float)
    scores = (dice.random(len(starts)) < 1 / (1 + np.exp(-x @ known))).astype(float)
    games = [
        json.dumps({"game": 2 * number + 1, "start": start, "result": "1-0" if score else "0-1"})
        for number, (start, score) in enumerate(zip(starts, scores))
    ]
    logits, covariance = imbalance.fit(x, scores, np.arange(len(starts)))
    assert np.all(np.abs(logits - known) < 3 * np.sqrt(np.diag(covariance)))
    assert np.all(np.sqrt(np.diag(covariance)) < 0.2)
    told = list(imbalance.values(games))
    assert [line.split(":")[0] for line in told] == [*imbalance.KINDS, "first move"]
    assert told[0].startswith(f"Q: Elo {logits[0] * imbalance.ELO:.0f} +- ")


@pytest.mark.skipif("CONTINUUM" not in os.environ, reason="CONTINUUM does not say where the program is")
def test_tables_say_what_the_program_says_through_json():
    import through_json

    found = through_json.compare(pa.table({"position": positions(80)}), os.environ["CONTINUUM"], times=1)
    assert found["rows"] == 80 and found["spans"] > 2400
