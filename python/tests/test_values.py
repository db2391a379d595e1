"""Values compare, hash, pickle and copy by what they hold; a legal set is a sequence and a table."""

import ast
import copy
import inspect
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import continuum_chess
from continuum_chess import ContinuumError, Game, IllegalMove, Piece, Position, Span, TextFault, Variant

GUARD = "Ga@6,4' ke@7.5,7.5' Ke@0.5,0.5' ; w"


def twins(value):
    """The value again, by each way that Python has."""
    return [copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))]


@pytest.mark.parametrize("text, variant", [("start", "zeno"), (GUARD, "continuous"), ("start", "torus96")])
def test_values_are_what_they_hold(text, variant):
    def make():
        position = Position(text, variant)
        legal = position.legal_set()
        return [position, legal, *position.pieces[:3], *legal.spans[:3], position.slots(), Game(position).legal_set()]

    for value, same in zip(make(), make(), strict=True):
        for other in [same, *twins(value)]:
            assert value == other and hash(value) == hash(other) and not value != other
        assert value != 3
    assert len(set(make())) == len(make()) - (Game(Position(text, variant)).legal_set() == make()[1])
    other = Position("Ke@0.5,0.5' Qd@4,1.25' ke@7.5,7.5' ; w")
    assert other.legal_set() != other.play("Qd 90 1").legal_set()


def test_a_span_is_made_of_what_it_says():
    span = Span("Qd", 90, 4, 4, captures=["pa", "pb"])
    assert span.captures == ("pa", "pb") and span.length == 0 and 4 in span
    assert span == twins(span)[2] and span != Span("Qd", 90, 4, 4, captures=["pa"])
    assert Position("Ke@0.5,0.5' Qd@4,1' ke@7.5,7.5' ; w").legal_set().count(Span("Qd", 90, 0.1, 7)) == 1


def test_pieces_and_plies_are_named_tuples():
    game = Game(Position("Qd@4,1' pa@4,5' ; w"))
    ply = game.play("Qd 90 x")
    assert (ply.captures, ply.at, ply.cell, ply.promoted) == (("pa",), (4.0, 4.75), None, None)
    assert repr(ply) == "<Ply Qd 90 x takes pa>" and [ply] == game.plies and twins(ply) == [ply] * 3
    queen = Position("Qd@4,1' ; w").pieces[0]
    assert queen == Piece("Qd", "white", "queen", 4.0, 1.0, None, True) and repr(queen) == "<Piece Qd@4,1>"
    assert queen._asdict()["kind"] == "queen"


def test_a_game_is_copied_with_its_history():
    game = Game(variant="orthodox")
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        game.play(text)
    game.undo()
    for other in twins(game):
        assert other.position == game.position and other.plies == game.plies and len(other) == 6
        assert other.redo() and not other.redo()
        other.play("f6g8")
        assert other.status == "draw" and len(game) == 6
    ended = Game(variant="orthodox", draws="claimed")
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        ended.play(text)
    (other,) = twins(ended)[2:]
    assert other.status == "draw" and len(other.legal_set()) == 0 == len(twins(other.legal_set())[2])
    open_ended = Game(variant="orthodox")
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        open_ended.play(text)
    drawn = open_ended.legal_set()
    assert (drawn.status, len(drawn)) == ("draw", 20) and twins(drawn) == [drawn] * 3


def test_a_legal_set_is_a_sequence(three_at_once):
    legal = Position(three_at_once).legal_set("Qd")
    assert {span.piece for span in legal} == {"Qd"} and list(legal) == legal.spans
    assert legal[0] == legal.spans[0] and legal[-1] == legal.spans[-1] and legal[1:3] == legal.spans[1:3]
    assert legal[2] in legal and legal.index(legal[2]) == 2 and list(reversed(legal))[0] == legal[-1]
    with pytest.raises(IndexError):
        legal[len(legal)]
    guard = Position(GUARD).legal_set()
    landing = guard[-1] if isinstance(guard[-1], dict) else next(one for one in guard if isinstance(one, dict))
    assert landing["piece"] == "Ga" and landing["area"] > 0.7 and landing in guard
    cells = Position("start", "disc70").legal_set()
    assert list(cells) == cells.moves and cells[0] in cells


def test_a_typo_is_no_move_that_is_not_legal(three_at_once):
    position = Position(three_at_once)
    legal = position.legal_set()
    assert "Qd 90 4" in legal and "Qd 90 4.001" not in legal and "Qd 90 0.05" not in legal
    for text, error in [("Qx 90 4", IllegalMove), ("Qd 91 4", IllegalMove), ("qd 90 4", IllegalMove), ("Qd", TextFault)]:
        with pytest.raises(error):
            text in legal  # noqa: B015
    for piece, bearing, reason in [("Qx", 90, "piece"), ("Qd", 91, "bearing"), ("pa", 90, "turn")]:
        with pytest.raises(IllegalMove) as refused:
            legal.distances(piece, bearing)
        assert refused.value.reason == reason
    with pytest.raises(ContinuumError, match="was not asked about"):
        position.legal_set("Qd").distances("Ke", 90)
    with pytest.raises(ContinuumError, match="may not move"):
        position.legal_set("pa")
    with pytest.raises(IllegalMove, match="has no bearing"):
        position.legal_set(bearings={"Qd": [12]})
    orthodox = Position("start", "orthodox").legal_set()
    assert "e2e4" in orthodox and "e4" in orthodox and "e2e5" not in orthodox
    with pytest.raises(IllegalMove, match="no bearing and no distance"):
        orthodox.distances("Pe", 90)
    mated = Position("Ka@7,7' Ra@0,0.6' Rb@6,0.2' ka@4,0' ; b").legal_set()
    assert len(mated) == 0 and "ka 90 0.5" not in mated and mated.distances("ka", 90) == []
    # A guard lands along any bearing.
    assert Position(GUARD).legal_set().distances("Ga", 33) == [(0.1, 0.5, False, False)]


def test_a_legal_set_is_a_table_for_all(three_at_once):
    pa = pytest.importorskip("pyarrow")
    legal = Position(three_at_once).legal_set()
    batch = pa.record_batch(legal)
    assert batch == legal.to_arrow() and pa.table(legal).num_rows == len(legal)


@pytest.mark.parametrize("library", ["pandas", "polars", "duckdb"])
def test_libraries_of_tables_take_a_legal_set(three_at_once, library):
    module = pytest.importorskip(library)
    legal = Position(three_at_once).legal_set()
    if library == "pandas":
        if not hasattr(module.DataFrame, "from_arrow"):
            pytest.skip("pandas before 3")
        assert module.DataFrame.from_arrow(legal)["to"].max() == max(span.to for span in legal)
    elif library == "polars":
        assert module.DataFrame(legal)["to"].max() == max(span.to for span in legal)
    else:
        ((most,),) = module.sql("select max(\"to\") from legal").fetchall()
        assert most == max(span.to for span in legal)


def test_a_variant_is_named_by_its_file(tmp_path):
    file = tmp_path / "halved.toml"
    file.write_text('name = "halved"\nzeno = true\n')
    assert Variant(str(file)).parameters["zeno"] is True
    assert Variant(str(file), zeno=False).parameters["zeno"] is False
    assert Position("start", str(file)).variant == Variant(str(file))
    # What is written in the meantime is read.
    file.write_text('name = "halved"\nzeno = false\n')
    assert Position("start", str(file)).variant.parameters["zeno"] is False
    with pytest.raises(ContinuumError, match="missing.toml"):
        Variant(str(tmp_path / "missing.toml"))


def test_pictures_are_svg_png_and_gif(three_at_once):
    game = Game(Position(three_at_once))
    game.play("Qd 90 x")
    assert game.start.png(legal="Qd", size=200).startswith(b"\x89PNG")
    assert game.png(0, size=200) != game.png(size=200)
    animated = game.gif(size=200, seconds=0.5)
    assert animated.startswith(b"GIF89a") and animated.count(b"\x21\xf9\x04") == 2
    with pytest.raises(ContinuumError, match="number of seconds"):
        game.gif(seconds=0)


def stub() -> ast.Module:
    return ast.parse(Path(continuum_chess.__file__).with_name("_native.pyi").read_text())


def test_the_stub_has_the_words_of_the_native_classes():
    from continuum_chess import _native

    for defined in (node for node in stub().body if isinstance(node, ast.ClassDef)):
        native = getattr(_native, defined.name)
        assert ast.get_docstring(defined) == inspect.cleandoc(native.__doc__), defined.name
        for method in (node for node in defined.body if isinstance(node, ast.FunctionDef)):
            if not method.name.startswith("_"):
                words = getattr(native, method.name).__doc__
                assert ast.get_docstring(method) == inspect.cleandoc(words), f"{defined.name}.{method.name}"


def run(code: str, folder: Path) -> str:
    """What a program says at its end."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stderr


def test_a_missing_package_is_named(tmp_path):
    without = "import sys; sys.modules['pyarrow'] = None; import continuum_chess as c; "
    assert "analyze_table needs pyarrow: pip install pyarrow" in run(without + "c.analyze_table(None)", tmp_path)
    assert "to_arrow needs pyarrow" in run(without + "c.Position().legal_set().to_arrow()", tmp_path)
    without = "import sys; sys.modules['gymnasium'] = None; import continuum_chess.rl"
    assert "continuum_chess.rl needs gymnasium: pip install" in run(without, tmp_path)


def test_the_source_folder_says_that_it_is_no_package(tmp_path):
    source = tmp_path / "continuum_chess"
    source.mkdir()
    for file in Path(continuum_chess.__file__).parent.glob("*.py"):
        (source / file.name).write_text(file.read_text())
    said = run("import continuum_chess", tmp_path)
    assert "is the source of this package, without its native part" in said
