"""Environments for learning."""

import copy
import pickle
import sys
import warnings

import numpy as np
import pytest

from continuum_chess import ContinuumError, Game, Position, Slots, Variant

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402
from pettingzoo.utils.wrappers import TerminateIllegalWrapper  # noqa: E402

from continuum_chess.rl import ChessEnv, OpponentEnv, VectorEnv  # noqa: E402

ACTIONS = ["discrete", "box", "tuple"]


@pytest.mark.parametrize("variant", ["continuous", "discrete", "disc", "byzantine", "circe-progressive", "torus96"])
def test_the_environment_is_what_pettingzoo_expects(variant):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(ChessEnv(variant, max_plies=60), num_cycles=150)
        api_test(TerminateIllegalWrapper(ChessEnv(variant, max_plies=60), illegal_reward=-1), num_cycles=50)


def test_equal_seeds_give_equal_games():
    seed_test(lambda: ChessEnv("zeno", max_plies=30), num_cycles=30)


def test_the_benchmark_of_pettingzoo_runs(monkeypatch, capsys):
    # The package has a function of this name.
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    # It goes on for five seconds by the clock.
    clock = iter(range(0, 1000, 2))
    monkeypatch.setattr(module.time, "time", lambda: next(clock))
    module.performance_benchmark(ChessEnv("zeno", max_plies=30))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("actions", ACTIONS)
@pytest.mark.parametrize("side", ["white", "black", "either"])
def test_the_environment_is_what_gymnasium_expects(side, actions):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(OpponentEnv("zeno", "random", side=side, actions=actions), skip_render_check=True)


def test_every_preset_is_registered():
    ids = {spec for spec in gymnasium.registry if spec.startswith("continuum/")}
    assert len(ids) == len(Variant.presets()) and "continuum/CirceProgressive-v0" in ids
    env = gymnasium.make("continuum/Zeno-v0", opponent="greedy", max_plies=10)
    seen, info = env.reset(seed=4)
    assert env.observation_space.contains(seen) and env.unwrapped.game.start.variant == Variant("zeno")
    seen, *_ = env.step(env.action_space.sample(info["action_mask"]))
    assert env.observation_space.contains(seen)
    envs = gymnasium.make_vec("continuum/Zeno-v0", num_envs=3)
    assert isinstance(envs.unwrapped, VectorEnv) and envs.reset(seed=1)[0].shape[0] == 3


def test_an_environment_and_its_copies_play_the_same_game():
    env = OpponentEnv("zeno", "random", side="white", max_plies=40)
    _, info = env.reset(seed=7)
    for _ in range(5):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(5):
        action = int(np.flatnonzero(env.action_masks())[0])
        found = [one.step(action) for one in [env, *copies]]
        for other in found[1:]:
            np.testing.assert_equal(other, found[0])
    assert len({one.game.position for one in [env, *copies]}) == 1
    two = ChessEnv("disc70", max_plies=40)
    two.reset(seed=1)
    two.step(3)
    for other in (copy.deepcopy(two), pickle.loads(pickle.dumps(two))):
        other.step(0)
        assert len(other.game) == 2 and len(two.game) == 1


def test_what_cannot_be_played_is_refused_at_construction():
    for make in (OpponentEnv, VectorEnv):
        with pytest.raises(ContinuumError, match="player"):
            make("zeno", "nobody")
        with pytest.raises(ValueError, match="no side"):
            make("zeno", side="red")
        with pytest.raises(ValueError, match="no actions"):
            make("zeno", actions="words")
        with pytest.raises(ContinuumError, match="nothing"):
            make("nothing")


def test_an_action_beyond_the_mask_loses():
    env = OpponentEnv("orthodox", side="white", slots=64)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(63)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    two = ChessEnv("orthodox", slots=64)
    two.reset()
    two.step(63)
    assert two.rewards == {"white_0": -1.0, "black_1": 1.0} and all(two.terminations.values())
    many = VectorEnv("orthodox", num_envs=2, side="white", slots=64)
    many.reset(seed=1)
    _, rewards, terminated, _, infos = many.step([63, 0])
    assert rewards.tolist() == [-1.0, 0.0] and terminated.tolist() == [True, False]
    assert infos["illegal"].tolist() == [True, False]


def test_three_ways_to_write_an_action_mean_one_move(three_at_once):
    slots = Position(three_at_once).slots()
    ways = {}
    for actions in ACTIONS:
        way = OpponentEnv(start=three_at_once, side="white", slots=100, actions=actions).interface
        mask = way.observe(slots, may_move=True)[1]
        ways[actions] = lambda action, way=way, mask=mask: way.move(slots, action, mask)
    for slot in range(0, len(slots), 7):
        share = 0.75
        # Just inside, for a share of whole slots is rounded down.
        first = (slot + 0.5) / len(slots)
        texts = {
            ways["discrete"](5 * slot + 3),
            ways["box"](np.array([first, share])),
            ways["tuple"]((slot, np.array([share], np.float32))),
        }
        assert texts == {slots.move(slot, share)}
    assert ways["box"](np.array([1.0, 1.0])) == slots.move(len(slots) - 1, 1.0)


def test_numbers_that_change_nothing_are_masked(three_at_once):
    env = OpponentEnv(start=three_at_once, side="white", slots=100)
    env.reset(seed=1)
    slots = env.game.slots()
    allowed = env.action_masks().reshape(100, 5)
    for slot in range(len(slots)):
        texts = [slots.move(slot, share) for share in (0, 0.25, 0.5, 0.75, 1)]
        assert allowed[slot].tolist() == ([True] * 5 if len(set(texts)) > 1 else [True] + [False] * 4)
    assert not allowed[len(slots) :].any()


@pytest.mark.parametrize("actions", ACTIONS)
def test_many_games_at_once_are_those_that_are_played_alone(actions):
    many = VectorEnv("zeno", "random", num_envs=5, side="either", actions=actions, max_plies=12)
    seen, infos = many.reset(seed=3)
    assert many.observation_space.contains(seen) and infos["action_mask"].shape[0] == 5
    assert set(many.sides) <= {"white", "black"}
    ended, was_over = 0, np.zeros(5, bool)
    for _ in range(12):
        before = [many._arena.position(game) for game in range(5)]
        masks = infos["action_mask"]
        actions_taken = [
            many.single_action_space.sample(None if actions == "box" else infos["action_mask"][game])
            for game in range(5)
        ]
        batch = gymnasium.vector.utils.create_empty_array(many.single_action_space, 5)
        batch = gymnasium.vector.utils.concatenate(many.single_action_space, actions_taken, batch)
        seen, rewards, terminated, truncated, infos = many.step(batch)
        for game in range(5):
            position = many._arena.position(game)
            expected, mask = many.interface.observe(
                Game(position).slots(), may_move=position.turn == many.sides[game]
            )
            assert seen[game].tolist() == expected.tolist()
            if not terminated[game]:
                assert infos["action_mask"][game].tolist() == mask.tolist()
            if was_over[game]:
                assert rewards[game] == 0 and not terminated[game] and not truncated[game]
            else:
                text = many.interface.move(before[game].slots(), actions_taken[game], masks[game])
                after = before[game].play(text)
                assert position != before[game]
                if after.turn == many.sides[game]:
                    assert after == position
        was_over = terminated | truncated
        ended += int(was_over.sum())
    assert ended >= 5 and not infos["illegal"].any()


def test_a_seed_decides_all_games_whatever_the_threads():
    def play(jobs):
        many = VectorEnv("disc70", "random", num_envs=7, jobs=jobs, max_plies=20)
        _, infos = many.reset(seed=11)
        out = []
        for _ in range(30):
            actions = infos["action_mask"].argmax(axis=1)
            *rest, infos = many.step(actions)
            out.append(rest)
        return out

    np.testing.assert_equal(play(1), play(3))


def test_a_mate_against_the_opponent_rewards():
    many = VectorEnv("orthodox", num_envs=1, side="white", start="Ka@a1' Ra@d1' kg@g8' pf@f7 pg@g7 ph@h7 ; w")
    many.reset(seed=1)
    found = many._arena.position(0).slots()
    mate = next(slot for slot in range(len(found)) if found.move(slot, 0.0) == "d1d8")
    _, rewards, terminated, truncated, infos = many.step([mate])
    assert (rewards.tolist(), terminated.tolist(), truncated.tolist()) == ([1.0], [True], [False])
    assert not infos["action_mask"].any()
    seen, rewards, terminated, *_ = many.step([0])
    assert rewards.tolist() == [0.0] and terminated.tolist() == [False]
    assert many._arena.position(0).slots().move(mate, 0.0) == "d1d8"


def random_actions(variant: str, count: int, seed: int) -> int:
    """Plays random actions under the mask; returns how many were played. A refused one raises."""
    dice, played, game = np.random.default_rng(seed), 0, Game(variant=variant)
    while played < count:
        found = game.slots()
        if len(found) == 0 or len(game.plies) >= 200:
            game = Game(variant=variant)
            continue
        share = float(dice.choice([0.0, 1.0, dice.random()]))
        game.play(found.move(int(dice.integers(len(found))), share))
        played += 1
    return played


@pytest.mark.parametrize("variant", Variant.presets())
def test_every_action_is_legal(variant):
    assert random_actions(variant, 400, seed=1) == 400


@pytest.mark.slow
def test_a_million_actions_are_legal():
    presets = Variant.presets()
    each = 1_000_000 // len(presets) + 1
    assert sum(random_actions(variant, each, seed=2) for variant in presets) >= 1_000_000


def test_the_number_of_a_slot_is_spread_by_length(three_at_once):
    slots = Position(three_at_once).slots()
    names = list(slots.slot_features)
    rows = slots.features()
    taking = [slot for slot in range(len(slots)) if slots.captures(slot)]
    assert [slots.captures(slot) for slot in taking] == [["pa", "pb", "pc"]]
    (taking,) = taking
    row = dict(zip(names, rows[taking], strict=True))
    assert (row["least"], row["greatest"], row["taken"], row["gain"]) == (4.0, 4.0, 3.0, 3.0)
    assert {slots.move(taking, share) for share in (0.0, 0.3, 1.0)} == {"Qd 90 4"}
    quiet = taking - 1
    assert slots.move(quiet, 0.0) == "Qd 90 0.1" and slots.move(quiet, 0.5) == "Qd 90 2.05"
    # The end is open, and 4 would be the capture.
    assert 3.99 < float(slots.move(quiet, 1.0).split()[2]) < 4
    with pytest.raises(ValueError, match="not a number from 0 to 1"):
        slots.move(quiet, 1.5)
    with pytest.raises(ValueError, match="there is no slot"):
        slots.move(len(slots), 0.5)


def test_single_distances_are_picked_evenly():
    slots = Position("Ra@4,4' ke@7.5,7.5' Ke@0.5,0.5' ; w", "discrete").slots()
    names = slots.slot_features
    right = next(
        slot
        for slot in range(len(slots))
        if slots.move(slot, 0.0) == "Ra 0 0.5" and slots.features()[slot][names.index("length")] == 0
    )
    assert [slots.move(right, share) for share in (0.0, 0.2, 0.99, 1.0)] == [
        "Ra 0 0.5",
        "Ra 0 1",
        "Ra 0 4",
        "Ra 0 4",
    ]


def test_promotions_turns_and_landings_are_slots():
    position = Position("Pa@6,7.2' S1@4,1'^90 Ga@2,4' ke@7.5,4' Ke@0.5,0.5' ; w")
    slots = position.slots()
    texts = {slots.move(slot, 0.5) for slot in range(len(slots))}
    assert {text[-2:] for text in texts if text.startswith("Pa")} == {"=Q", "=R", "=B", "=N"}
    assert any(text.startswith("S1 turn") for text in texts)
    assert any(text.startswith("Ga >") for text in texts)
    for slot in range(len(slots)):
        for share in (0.0, 0.5, 1.0):
            position.play(slots.move(slot, share))


def test_an_observation_shows_real_centres_and_the_mask():
    start = "Ke@4.5,0.5' Qd@4,1.25' ke@7.5,7.5' ; w"
    env = ChessEnv("continuous", start=start, slots=64, actions="tuple")
    env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.last()
    assert env.observation_space("white_0").contains(seen)
    pieces, slots = env.interface.split(seen)
    assert pieces.shape == (3, 6) and pieces[1][:2].tolist() == [4.0, 1.25]
    count = len(env.game.slots())
    np.testing.assert_array_equal(slots[:count], env.game.slots().features())
    assert slots.shape == (64, len(Slots.slot_features)) and not slots[count:].any()
    assert info["action_mask"].tolist() == [1] * count + [0] * (64 - count)
    assert not env.infos["black_1"]["action_mask"].any()
    assert (reward, terminated, truncated) == (0, False, False)
    assert Position(start).slots() == env.game.slots() == pickle.loads(pickle.dumps(env.game.slots()))


def test_the_mate_that_ends_a_game_rewards_both():
    env = ChessEnv("orthodox", start="Ka@a1' Ra@d1' kg@g8' pf@f7 pg@g7 ph@h7 ; w")
    env.reset()
    found = env.game.slots()
    mate = next(slot for slot in range(len(found)) if found.move(slot, 0.0) == "d1d8")
    env.step(mate)
    assert env.terminations == {"white_0": True, "black_1": True}
    assert env.rewards == {"white_0": 1.0, "black_1": -1.0}


def test_more_slots_than_the_space_has_are_told():
    env = ChessEnv("continuous", slots=5)
    env.reset()
    *_, info = env.last()
    assert info["slots"] > 5
    assert info["action_mask"].reshape(5, -1)[:, 0].tolist() == [1] * 5


def test_one_agent_plays_against_a_player():
    env = OpponentEnv("zeno", "greedy", side="black", max_plies=20, render_mode="svg")
    seen, info = env.reset(seed=3)
    assert info["side"] == "black" and len(env.game.plies) == 1
    over = False
    while not over:
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        over = terminated or truncated
    assert truncated and len(env.game.plies) >= 20 and env.render().startswith("<svg")


def test_training_learns_to_take():
    pytest.importorskip("cma")
    import train

    env = OpponentEnv("zeno", "random", actions="tuple", max_plies=50)
    weights = train.train(env, generations=3, games=3, seed=0)
    assert weights.shape == (len(train.SEEN),)
    taking = train.np.array([1.0, 1.0, 0, 0, 0, 0, 0])
    gained = [train.play(env, taking, number)[1] for number in range(24)]
    by_chance = [train.play(env, None, number)[1] for number in range(24)]
    assert sum(gained) > sum(by_chance) + 8
