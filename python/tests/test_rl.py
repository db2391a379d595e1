"""Environments for learning."""

import warnings

import numpy as np
import pytest

from continuum_chess import Game, Position, Variant

pytest.importorskip("pettingzoo")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from continuum_chess.rl import ChessEnv, OpponentEnv  # noqa: E402


@pytest.mark.parametrize("variant", ["continuous", "discrete", "disc", "byzantine", "circe-progressive"])
def test_the_environment_is_what_pettingzoo_expects(variant):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(ChessEnv(variant, max_plies=60), num_cycles=150)


def test_equal_seeds_give_equal_games():
    seed_test(lambda: ChessEnv("zeno", max_plies=30), num_cycles=30)


@pytest.mark.parametrize("side", ["white", "black", "either"])
def test_the_wrapper_is_what_gymnasium_expects(side):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # A random action of the checker knows no mask, so every slot but the first few would be refused.
        check_env(OpponentEnv("zeno", "random", side=side, slots=20), skip_render_check=True)


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
    env = ChessEnv("continuous", start="Ke@4.5,0.5' Qd@4,1.25' ke@7.5,7.5' ; w", slots=64)
    env.reset(seed=1)
    seen, reward, terminated, truncated, _ = env.last()
    assert env.observation_space("white").contains(seen)
    assert seen["pieces"].shape == (3, 6) and seen["pieces"][1][:2].tolist() == [4.0, 1.25]
    count = len(env.game.slots())
    assert seen["action_mask"].tolist() == [1] * count + [0] * (64 - count)
    assert not env.observe("black")["action_mask"].any()
    assert (reward, terminated, truncated) == (0, False, False)
    with pytest.raises(ValueError, match="not allowed by the mask"):
        env.step((count, [0.5]))


def test_the_mate_that_ends_a_game_rewards_both():
    env = ChessEnv("orthodox", start="Ka@a1' Ra@d1' kg@g8' pf@f7 pg@g7 ph@h7 ; w")
    env.reset()
    found = env.game.slots()
    mate = next(slot for slot in range(len(found)) if found.move(slot, 0.0) == "d1d8")
    env.step((mate, [0.0]))
    assert env.terminations == {"white": True, "black": True}
    assert env.rewards == {"white": 1.0, "black": -1.0}


def test_more_slots_than_the_space_has_are_told():
    env = ChessEnv("continuous", slots=5)
    env.reset()
    *_, info = env.last()
    assert info["slots"] > 5
    assert env.observe("white")["action_mask"].tolist() == [1] * 5


def test_one_agent_plays_against_a_player():
    env = OpponentEnv("zeno", "greedy", side="black", max_plies=20, render_mode="svg")
    seen, info = env.reset(seed=3)
    assert info["side"] == "black" and len(env.game.plies) == 1
    over = False
    while not over:
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))
        over = terminated or truncated
    assert truncated and len(env.game.plies) >= 20 and env.render().startswith("<svg")
    with pytest.raises(ValueError, match="no side"):
        OpponentEnv("zeno", side="red")


def test_training_learns_to_take():
    pytest.importorskip("cma")
    import train

    env = OpponentEnv("zeno", "random", max_plies=50)
    weights = train.train(env, generations=3, games=3, seed=0)
    assert weights.shape == (len(train.SEEN),)
    taking = train.np.array([1.0, 1.0, 0, 0, 0, 0, 0])
    gained = [train.play(env, taking, number)[1] for number in range(8)]
    by_chance = [train.play(env, None, number)[1] for number in range(8)]
    assert sum(gained) > sum(by_chance) + 8
