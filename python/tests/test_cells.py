"""Boards of cells with seams and kinds of one's own, from Python."""

import pytest

from continuum_chess import Game, Position, Variant, VariantError, analyze_table, play_games

CAPABLANCA = """
name = "capablanca"
motion = "lattice"
board_width = 10
start = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1"

[[kind]]
name = "archbishop"
letter = "A"
value = 7
[[kind.move]]
go = "ride"
toward = [[1, 1], [-1, 1], [-1, -1], [1, -1]]
[[kind.move]]
go = "leap"
toward = [[2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1]]

[[kind]]
name = "chancellor"
letter = "C"
value = 8
[[kind.move]]
go = "ride"
toward = [[1, 0], [0, 1], [-1, 0], [0, -1]]
[[kind.move]]
go = "leap"
toward = [[2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1]]
"""


@pytest.fixture(params=["cylinder64", "mobius80", "torus96", "klein96", "spherical64", "pillow64", "projective96", "capablanca"])
def variant(request, tmp_path):
    if request.param != "capablanca":
        return request.param
    file = tmp_path / "capablanca.toml"
    file.write_text(CAPABLANCA)
    return str(file)


def test_moves_games_counts_searches_and_pictures(variant):
    start = Position("start", variant)
    legal = start.legal_set()
    assert len(legal) == start.perft(1) and start.variant.is_lattice
    assert start.perft(2) == sum(len(start.play(text).legal_set()) for text in legal)
    game = Game(start)
    for _ in range(6):
        text = game.best_move(nodes=200, threads=1)
        assert text in game.legal_set()
        game.play(text)
    assert game.best(nodes=200, threads=1)["lines"] and len(game.plies) == 6
    assert {piece.cell for piece in game.position.pieces} <= {piece.cell for piece in game.position.pieces}
    again = Position(game.position.text, start.variant)
    assert again == game.position and again.legal_set().moves == game.legal_set().moves
    assert game.svg().startswith("<svg") and game.png(size=200).startswith(b"\x89PNG")


def test_the_counts_of_capablanca_are_the_known_ones():
    start = Position("start", Variant.from_toml(CAPABLANCA))
    assert [start.perft(depth) for depth in (1, 2, 3)] == [28, 784, 25228]
    archbishop = next(piece for piece in start.pieces if piece.label.startswith("A"))
    assert (archbishop.kind, archbishop.cell) == ("archbishop", "c1")
    assert start.legal_set(archbishop.label).moves == ["c1b3", "c1d3"]


def test_a_rook_of_a_cylinder_goes_around():
    # Along its rank it meets nobody on the way to its own cell; 7 cells to the right, 7 to the left are the same.
    rook = Position("Ra@a4 Kh@h1 kd@d8 ; w", "cylinder64")
    assert sum(text.startswith("a4") for text in rook.legal_set("Ra")) == 7 + 7
    assert "a4h4" in rook.legal_set()


def test_tables_and_whole_games(variant):
    pa = pytest.importorskip("pyarrow")
    games, plies = play_games(2, variant, max_plies=20, jobs=1)
    assert games["plies"].to_pylist() == [20, 20] or set(games["reason"].to_pylist()) != {"max-plies"}
    assert min(plies["count"].to_pylist()) > 0
    game = Game(variant=variant)
    texts = [game.position.text]
    for text in games["moves"][0].as_py():
        game.play(text)
        texts.append(game.position.text)
    _, answers = analyze_table(pa.table({"position": texts}), variant)
    counts = answers.read_all()["count"].to_pylist()
    assert counts[: len(texts) - 1] == plies["count"].to_pylist()[: len(texts) - 1]


def test_environments(variant):
    pytest.importorskip("pettingzoo")
    from continuum_chess.rl import ChessEnv, OpponentEnv, VectorEnv

    two = ChessEnv(variant, max_plies=10)
    two.reset(seed=1)
    while two.agents:
        _, _, terminated, truncated, info = two.last()
        two.step(None if terminated or truncated else two.action_space(two.agent_selection).sample(info["action_mask"]))
    assert len(two.game) == 10
    one = OpponentEnv(variant, "greedy", max_plies=6)
    _, info = one.reset(seed=1)
    while not (one.step(one.action_space.sample(info["action_mask"]))[3]):
        info = one._look()[1]
    many = VectorEnv(variant, "random", num_envs=2, max_plies=6)
    seen, infos = many.reset(seed=1)
    assert many.observation_space.contains(seen) and infos["action_mask"].any(axis=1).all()


def test_what_cells_do_not_take_is_told_at_once():
    with pytest.raises(VariantError, match="archbishop"):
        Variant.from_toml(CAPABLANCA.replace("[[1, 1], [-1, 1], [-1, -1], [1, -1]]", "[[0.5, 1]]"))
