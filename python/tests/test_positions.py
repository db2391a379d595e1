"""Variants, positions, legal sets and games."""

import math
import pickle
import threading
import time

import numpy as np
import pytest

import continuum_chess
from continuum_chess import (
    ContinuumError,
    Game,
    IllegalMove,
    Player,
    Position,
    TextFault,
    Variant,
    VariantError,
)


def test_a_legal_set_is_exact(three_at_once):
    position = Position(three_at_once)
    legal = position.legal_set()
    assert (legal.turn, legal.status, legal.check) == ("white", "ongoing", False)
    assert legal.distances("Qd", 90) == [(0.1, 4.0, False, False)]
    ahead = [span for span in legal.spans if span.piece == "Qd" and span.bearing == 90]
    assert [(s.from_, s.to, s.open_from, s.open_to) for s in ahead] == [
        (0.1, 4.0, False, True),
        (4.0, 4.0, False, False),
    ]
    assert ahead[1].captures == ("pa", "pb", "pc")
    assert 3.999 in ahead[0] and 4.0 not in ahead[0] and 4.0 in ahead[1]
    assert legal.length == pytest.approx(sum(span.length for span in legal.spans))


def test_numpy_and_arrow_say_what_the_spans_say(three_at_once):
    legal = Position(three_at_once).legal_set()
    arrays, batch = legal.to_numpy(), legal.to_arrow()
    assert batch.num_rows == len(legal.spans) == len(arrays["from"])
    for index, (span, row) in enumerate(zip(legal.spans, batch.to_pylist(), strict=True)):
        assert row["kind"] == "span" and row["row"] == 0
        assert (span.piece, span.bearing, span.from_, span.to) == (
            row["piece"],
            row["bearing"],
            row["from"],
            row["to"],
        )
        assert list(span.captures) == row["captures"]
        assert arrays["labels"][arrays["piece"][index]] == span.piece
        assert (arrays["from"][index], arrays["to"][index]) == (span.from_, span.to)
        taken = np.flatnonzero(arrays["captures"][index])
        assert sorted(arrays["labels"][label] for label in taken) == list(span.captures)


def test_the_text_of_every_span_can_be_played():
    position = Position("S1@4,1'^90 Qd@2,2' Pb@6,7.2' pa@4,6' ke@7.5,4.3' Ke@0.5,0.5' ; w")
    kinds = set()
    for span in position.legal_set().spans:
        middle = (span.from_ + span.to) / 2
        letter = "Q" if span.promotes else None
        after = position.play(span.at(middle, letter))
        assert after.turn == "black"
        kinds.add((span.turn, span.promotes))
    assert kinds == {(False, False), (True, False), (False, True)}
    with pytest.raises(ContinuumError, match="is not in"):
        position.legal_set().spans[0].at(100.0)


def test_regions_hold_the_landings_of_a_guard():
    position = Position("Ga@6,4' ke@7.5,7.5' Ke@0.5,0.5' ; w")
    legal = position.legal_set(pieces=["Ga"], bearings={"Ga": [30]})
    (region,) = legal.regions
    # A ring from the least distance of a move to its reach.
    assert region["cells"][0]["area"] == pytest.approx(math.pi * (0.5**2 - 0.1**2))
    assert [(span.bearing, span.from_, span.to) for span in legal.spans] == [(30.0, 0.1, 0.5)]


def test_lattices_have_moves():
    position = Position("start", "disc70")
    legal = position.legal_set()
    assert len(legal.moves) == len(legal) == position.perft(1) == 20
    assert position.perft(3) == 9448
    assert sum(position.perft_divide(2).values()) == position.perft(2)
    assert position.play(legal.moves[0]).turn == "black"


def test_what_the_engine_refuses_is_an_exception_in_its_words(three_at_once):
    with pytest.raises(VariantError, match="did you mean `continuous`"):
        Variant("continuos")
    with pytest.raises(VariantError, match="zen: no parameter is called so"):
        Variant("continuous", zen=True)
    with pytest.raises(VariantError, match="a number, a text, a truth value"):
        Variant("continuous", zeno=object())
    endless = []
    endless.append(endless)
    with pytest.raises(VariantError, match="kind: more than 16 lists"):
        Variant("continuous", kind=endless)
    with pytest.raises(IllegalMove, match="no bearing inf"):
        Position("Ke@4,1' Ga@2,2' ke@4,7' ; w").legal_set(bearings={"Ga": [float("inf")]})
    with pytest.raises(ContinuumError, match="threads from 1 to 1024"):
        Position().best(depth=1, threads=10**6)
    with pytest.raises(MemoryError, match="no memory for observations"):
        Position().slots().observe(10**18, 10**18, 1, True)
    with pytest.raises(TextFault, match="must follow the `@`") as fault:
        Position("Ke@1,1 Qd@ ; w")
    assert fault.value.column == 8
    with pytest.raises(IllegalMove, match="too far") as illegal:
        Position(three_at_once).play("Qd 90 7")
    assert illegal.value.reason == "blocked"
    with pytest.raises(ContinuumError, match="continuum of moves"):
        Position().perft(2)
    with pytest.raises(ContinuumError, match="no player"):
        Player("clever")
    with pytest.raises(ValueError, match="there is no Zz"):
        Position(three_at_once).legal_set(pieces=["Zz"])
    with pytest.raises(ContinuumError, match="self and reflex play at no depth"):
        Position(three_at_once).solve("s#2")


def test_parameters_are_laid_over_a_preset(tmp_path):
    halved = Variant("continuous", zeno=True, board_size=10)
    assert halved.parameters["zeno"] is True and halved.parameters["board_size"] == 10
    assert not halved.is_lattice and Variant("ring64").is_lattice
    assert "disc70" in Variant.presets()
    file = tmp_path / "halved.toml"
    file.write_text(halved.to_toml())
    assert Variant.from_file(file) == halved == Variant.from_toml(halved.to_toml())
    assert Variant.from_file(file, zeno=False).parameters["zeno"] is False
    with pytest.raises(VariantError, match="halved.toml"):
        file.write_text("zeno = 3")
        Variant.from_file(file)


def test_values_are_pickled(three_at_once):
    for variant in (Variant("torus"), Variant("continuous", step=0.25)):
        assert pickle.loads(pickle.dumps(variant)) == variant
    position = Position(three_at_once, Variant("continuous", zeno=True))
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position)
    assert again.variant.parameters["zeno"] is True


def test_a_game_knows_its_moves_and_repetition():
    game = Game()
    assert game.play("Pe 90 1.5").text == "Pe 90 1.5"
    with pytest.raises(IllegalMove):
        game.play("pe 90 4")
    assert len(game.plies) == 1 and game.turn == "black"
    assert game.undo() and not game.undo() and game.redo()
    shuffle = Game(variant="orthodox", draws="claimed")
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        shuffle.play(text)
    assert shuffle.status == "draw" and shuffle.winner is None
    assert len(shuffle.legal_set()) == 0 and len(shuffle.slots()) == 0
    with pytest.raises(IllegalMove, match="the game is over"):
        shuffle.play("e2e4")
    with pytest.raises(ContinuumError, match="unknown draws"):
        Game(draws="sometimes")
    with pytest.raises(ContinuumError, match="give one of the two"):
        Game(Position(), variant="zeno")


def test_a_game_goes_on_after_a_draw_that_nobody_claims():
    game = Game(variant="orthodox")
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        game.play(text)
    assert game.status == "draw" and len(game.legal_set()) == 20
    assert game.best_move(nodes=100, threads=1) is not None
    assert game.play("e4").status == "ongoing"
    late = Game(Position.from_fen("4k3/8/8/8/8/8/8/4KR2 w - - 99 80"))
    assert late.play("Rf2").status == "draw" and late.play("Ke7").status == "draw"
    assert late.position.play("Rf3").status == "draw"


def test_fen_san_and_pgn_are_written():
    fen = "r3k2r/6P1/8/8/4p3/8/3P4/R3K3 w Qkq - 0 7"
    position = Position.from_fen(fen)
    assert position.fen() == fen
    assert position.san("e1c1") == "O-O-O" and position.san("g7h8q") == "gxh8=Q+"
    with pytest.raises(ContinuumError, match="square or cylinder"):
        Position().fen()
    game = Game(position)
    for text in ["d4", "exd3 e.p.", "O-O-O"]:
        game.play(text)
    written = game.pgn("A", "B")
    assert '[White "A"]' in written and "7. d4 exd3 8. O-O-O *" in written
    [again] = Game.read_pgn(written)
    assert again.position == game.position
    with pytest.raises(ContinuumError, match="line 1, column 4: move 1, `e5`"):
        Game.read_pgn("1. e5 *")


def test_perft_counts_through_draws_unless_they_are_claimed():
    position = Position.from_fen("8/8/8/8/8/K7/P7/k7 w - - 0 1")
    assert position.perft(3) == 43 and position.perft(3, "claimed") == 34


def test_it_chooses_and_solves():
    mate = Position.from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - -")
    assert mate.best_move(depth=3, threads=1) == "d1d8"
    best = mate.best(depth=3, lines=2)
    assert best["lines"][0]["score"] == {"mate": 1} and len(best["lines"]) == 2
    solved = mate.solve("#1")
    assert [key["move"] for key in solved["solutions"]] == ["d1d8"] and solved["complete"]
    plane = Position("Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w").solve("#1")
    key = plane["solutions"][0]["key"]
    assert (key["piece"], key["from"], key["to"]) == ("Rb", pytest.approx(2.75), pytest.approx(2.9))
    series = Position("Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w").solve("ser-#1")
    assert series["solutions"]
    game = Game(variant="zeno")
    game.play(Player("greedy", "zeno", seed=3).choose(game))
    assert game.turn == "black"


def test_mates_in_two_on_the_plane_have_their_replies():
    # By steps every line is tried, so this is all there is.
    position = Position("ka@5.5,0' Kb@7,1' Qc@8,3' Nd@5.5,3.5' ; w", "discrete")
    solved = position.solve("#2")
    assert solved["complete"] and solved["seconds"] > 0
    (solution,) = solved["solutions"]
    key = solution["key"]
    assert (key["piece"], key["bearing"]) == ("Kb", 180)
    assert key["from"] == key["to"] == solution["sample"] == 0.5
    after = position.play(f"{key['piece']} {key['bearing']} {solution['sample']}")
    replies = {(one["reply"]["piece"], one["reply"]["bearing"]) for one in solution["variations"]}
    assert replies == {(span.piece, span.bearing) for span in after.legal_set().spans}
    (brief,) = position.solve("#2", brief=True)["solutions"]
    assert brief["key"] == key and brief["variations"] == []
    ended = position.solve("#2", seconds=0)
    assert not ended["complete"]
    with pytest.raises(ContinuumError, match="direct play is solved up to two moves"):
        position.solve("=2")


def test_pictures_are_svg(three_at_once):
    position = Position(three_at_once)
    assert position._repr_svg_().startswith("<svg")
    assert "<title>Three</title>" in position.svg(legal="Qd", title="Three")
    game = Game(position)
    game.play("Qd 90 x")
    assert game.svg(0) != game.svg() == game._repr_svg_()
    assert game.svg(paths=True, size=300).startswith("<svg")
    with pytest.raises(ContinuumError, match="give one of them"):
        position.svg(legal="Qd", mates=True)
    with pytest.raises(ContinuumError, match="ply 7 was asked for"):
        game.svg(7)


def test_long_calls_leave_the_interpreter_to_other_threads():
    ticks, done = 0, threading.Event()

    def search():
        Position().best(seconds=0.5, threads=1)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.01)
    thread.join()
    # With the lock held there would be one or two.
    assert ticks > 10


def test_every_name_is_documented():
    for name in continuum_chess.__all__:
        value = getattr(continuum_chess, name)
        if name != "__version__":
            assert value.__doc__, name
        if isinstance(value, type) and value.__module__.startswith("continuum_chess"):
            for member, inside in vars(value).items():
                if not member.startswith("_") and member not in ("slot_features", "piece_features"):
                    assert getattr(inside, "__doc__", None), f"{name}.{member}"
