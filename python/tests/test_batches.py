"""Tables of positions, and games played."""

import json
import threading

import pytest
from conftest import positions

from continuum_chess import ContinuumError, Game, Position, Variant, analyze_table, play_games

pa = pytest.importorskip("pyarrow")


def test_a_table_says_what_single_calls_say():
    texts = positions(200)
    spans, answers = analyze_table(pa.table({"position": texts, "note": range(len(texts))}))
    by_row: dict[int, list[dict]] = {}
    for span in spans.read_all().to_pylist():
        by_row.setdefault(span["row"], []).append(span)
    for row, (text, answer) in enumerate(zip(texts, answers.read_all().to_pylist(), strict=True)):
        legal = Position(text).legal_set()
        assert by_row.get(row, []) == [{**one, "row": row} for one in legal.to_arrow().to_pylist()]
        assert answer["row"] == row and answer["error"] is None
        assert (answer["status"], answer["check"], answer["turn"]) == (legal.status, legal.check, legal.turn)
        assert answer["count"] == len(legal) and answer["length"] == pytest.approx(legal.length)


def test_a_bad_row_is_answered_in_its_place():
    table = pa.table(
        {
            "position": ["start", "Ke@9,9 ; w", None, "start", "start", None],
            "fen": [None, None, None, None, "8/8/8/8/8/8/8/8 w - -", "7k/8/8/8/8/8/8/R6K w - -"],
            "variant": pa.array(["zeno", None, None, "zen", None, "orthodox"]).dictionary_encode(),
            "row": pa.array([10, 11, 12, 13, 14, None], pa.int32()),
        }
    )
    spans, answers = analyze_table(table, variant="discrete")
    found = answers.read_all().to_pylist()
    assert [one["row"] for one in found] == [10, 11, 12, 13, 14, 5]
    assert [one["status"] for one in found] == ["ongoing", None, None, None, None, "ongoing"]
    for one, message in zip(
        found[1:5], ["Ke", "give either", "did you mean `zeno`", "give either"], strict=True
    ):
        assert message in one["error"], one
    assert set(spans.read_all()["row"].to_pylist()) == {10, 5}


def test_every_kind_of_board_has_its_columns():
    table = pa.table(
        {
            "position": ["start", "Ga@6,4' S1@4,1'^90 ; w", "Ke@4.5,0.5' ke@0,8' ra@0,7' Qa@0,6' ; b"],
            "variant": ["byzantine", "continuous", "continuous"],
        }
    )
    spans, answers = analyze_table(table)
    rows = spans.read_all().to_pylist()
    assert {one["kind"] for one in rows if one["row"] == 0} == {"move"}
    assert {one["kind"] for one in rows if one["row"] == 1} == {"span", "turn", "cell"}
    (cell,) = [one for one in rows if one["kind"] == "cell"]
    assert cell["area"] > 0.7 and cell["piece"] == "Ga" and cell["from"] is None
    assert [one["length"] is None for one in answers.read_all().to_pylist()] == [True, False, False]


def test_readers_may_be_read_in_any_order_and_one_may_be_dropped():
    texts = positions(100)
    # Many small batches, of another kind of text.
    batches = [pa.record_batch({"position": pa.array([text], pa.string_view())}) for text in texts]
    reader = pa.RecordBatchReader.from_batches(batches[0].schema, batches)
    spans, answers = analyze_table(reader, jobs=1)
    whole = spans.read_all(), answers.read_all()
    large = pa.table({"position": pa.array(texts, pa.large_string())})
    for jobs in (1, 3):
        _, answers = analyze_table(large, jobs=jobs)
        assert answers.read_all().equals(whole[1])
        spans, answers = analyze_table(large, jobs=jobs)
        del answers
        assert spans.read_all().equals(whole[0])


def test_other_threads_run_while_a_table_is_read():
    # The input comes from Python, so each side needs the interpreter in turn.
    schema = pa.schema({"position": pa.string()})
    made = (pa.record_batch([pa.array(["start"] * 50)], schema=schema) for _ in range(20))
    spans, answers = analyze_table(pa.RecordBatchReader.from_batches(schema, made))
    rows: list[int] = []
    threads = [
        threading.Thread(target=lambda one=one: rows.append(one.read_all().num_rows)) for one in (spans, answers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(rows) == [1000, 1000 * len(Position().legal_set())]


def test_a_table_without_positions_is_refused_at_once():
    with pytest.raises(ContinuumError, match="no column `position` and no column `fen`: it has text"):
        analyze_table(pa.table({"text": ["start"]}))
    with pytest.raises(ContinuumError, match="column `position` holds Int64"):
        analyze_table(pa.table({"position": [1]}))
    with pytest.raises(ContinuumError, match="column `row` holds"):
        analyze_table(pa.table({"position": ["start"], "row": ["a"]}))


def test_a_source_that_fails_ends_the_readers_with_its_words():
    schema = pa.schema({"position": pa.string()})

    def failing():
        yield pa.record_batch([pa.array(["start"])], schema=schema)
        raise OSError("the disk is gone")

    spans, answers = analyze_table(pa.RecordBatchReader.from_batches(schema, failing()))
    with pytest.raises(Exception, match="the disk is gone"):
        spans.read_all()
    del answers


def test_games_are_the_same_each_time_and_can_be_played_again():
    for variant in ("zeno", "circe", Variant("disc70", rebirth="own")):
        games, plies = play_games(4, variant, "random", "greedy", seed=5, max_plies=60)
        again, _ = play_games(2, variant, "random", "greedy", seed=5, first=3, max_plies=60, jobs=1)
        assert again.equals(games.slice(2))
        assert games["game"].to_pylist() == [1, 2, 3, 4]
        by_game: dict[int, list[dict]] = {}
        for ply in plies.to_pylist():
            by_game.setdefault(ply["game"], []).append(ply)
        for game in games.to_pylist():
            again = Game(Position("start", variant))
            assert len(game["moves"]) == game["plies"] == len(by_game[game["game"]])
            for text, ply in zip(game["moves"], by_game[game["game"]], strict=True):
                legal = again.position.legal_set()
                assert (ply["count"], ply["check"]) == (len(legal), legal.check)
                assert ply["captures"] == len(again.play(text).captures)
            assert game["reason"] in (again.status, "max-plies")


def test_records_are_plain_data():
    games, plies = play_games(1, "zeno", max_plies=5, measured=False)
    assert json.loads(json.dumps(games.to_pylist()))[0]["plies"] == 5
    assert plies["length"].null_count == plies.num_rows == 5
    with pytest.raises(ContinuumError, match="no player"):
        play_games(1, "zeno", "clever")
