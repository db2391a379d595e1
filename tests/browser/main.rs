//! The page in a real browser. Without one the tests are left out, and say so.

mod access;
mod aim;
mod analysis;
mod arrival;
mod cdp;
mod challenges;
mod chromium;
mod clocks;
mod editor;
mod files;
mod fingers;
mod front;
mod heaps;
mod host;
mod installed;
mod judged;
mod kinds;
mod landings;
mod languages;
mod learn;
mod motion;
mod movelist;
mod offered;
mod opponent;
mod panel;
mod play;
mod puzzles;
#[path = "../program/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod server;
mod site;
mod speed;
mod surfaces;
mod table;
mod together;
mod typed;
#[path = "../program/visitor.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod visitor;
mod waiting;

use host::Engine;
use libtest_mimic::{Arguments, Trial};

/// The tests that builds without optimization run too: one or two of each kind. `--include-ignored` runs the others there.
const QUICK: &[&str] = &[
    "a_chosen_language_is_kept",
    "a_clock_is_chosen_in_the_page",
    "a_drag_brought_back_or_a_click_that_slips_plays_nothing",
    "a_game_by_keyboard_to_checkmate",
    "a_game_goes_on_after_a_reload",
    "a_game_is_playable_before_its_line_is_up",
    "a_gap_of_a_thousandth_is_tapped_on_the_ruler",
    "a_heap_is_spread_for_mouse_and_keyboard",
    "a_lane_through_the_cylinders_seam_is_dragged",
    "a_lane_through_the_moebius_seam_is_dragged",
    "a_link_shows_a_position_of_no_game",
    "a_pawn_promotes",
    "a_position_is_copied_and_pasted",
    "a_position_is_set_up_and_its_faults_are_told",
    "a_puzzle_takes_any_distance_of_the_interval",
    "a_queen_takes_three_at_once",
    "a_ride_leaves_at_one_edge_and_comes_in_at_the_other",
    "a_scenario_of_the_rules_is_played_on",
    "a_shared_link_plays_the_other_side",
    "a_stranger_plays_the_program_from_the_front",
    "a_sword_is_turned_by_its_ring_and_takes",
    "a_tab_says_whose_turn_it_is",
    "a_whole_analysis_is_a_link",
    "a_wrong_address_leads_home",
    "a_wrong_move_solves_nothing",
    "an_enemy_piece_shows_its_lanes",
    "an_illegal_place_says_why",
    "anybody_joins_an_open_game_and_one_of_two_is_told",
    "it_plays_by_touch_on_a_phone",
    "landings_without_an_area_can_be_picked",
    "looking_back_undo_and_resigning",
    "results_are_chips_that_choose",
    "the_program_answers_a_move",
    "the_rows_of_the_list_stay",
    "two_fingers_enlarge_the_board_and_not_the_page",
    "two_landings_are_compared_with_the_mouse",
    "the_value_along_a_lane_is_a_strip_with_the_best_places",
    "variations_are_a_tree",
    "what_is_wrong_with_a_scenario_is_told",
];

fn main() {
    let missing = chromium::find().is_none();
    let of_both = || {
        [
            analysis::TESTS,
            editor::TESTS,
            fingers::TESTS,
            front::OF_BOTH,
            judged::TESTS,
            landings::TESTS,
            learn::TESTS,
            opponent::OF_BOTH,
            puzzles::TESTS,
            site::OF_BOTH,
        ]
        .into_iter()
        .flatten()
    };
    let of_server = || {
        [
            play::TESTS,
            kinds::TESTS,
            together::TESTS,
            files::TESTS,
            offered::TESTS,
            opponent::TESTS,
            challenges::TESTS,
            clocks::TESTS,
            access::TESTS,
            aim::TESTS,
            arrival::TESTS,
            front::TESTS,
            heaps::TESTS,
            installed::TESTS,
            languages::TESTS,
            motion::TESTS,
            movelist::TESTS,
            panel::TESTS,
            speed::TESTS,
            surfaces::TESTS,
            typed::TESTS,
            waiting::TESTS,
        ]
        .into_iter()
        .flatten()
    };
    let tests = || of_both().chain(of_server());
    let trial = |engine: Engine, &(name, test): &'static (&str, fn())| {
        let title = match engine {
            Engine::Server => name.to_owned(),
            Engine::Browser => format!("without_a_server::{name}"),
        };
        let run = move || {
            host::with(engine, test);
            Ok(())
        };
        let is_left_out = missing || (engine == Engine::Browser && host::folder().is_none());
        Trial::test(title, run)
            .with_ignored_flag(is_left_out || (cfg!(debug_assertions) && !QUICK.contains(&name)))
    };
    let without_server = of_both().chain(site::TESTS).map(|test| trial(Engine::Browser, test));
    let trials: Vec<Trial> = tests().map(|test| trial(Engine::Server, test)).chain(without_server).collect();
    for quick in QUICK {
        assert!(tests().any(|(name, _)| name == quick), "no test is called {quick}");
    }
    if host::folder().is_none() {
        println!(
            "The tests without a server are left out: set CONTINUUM_SITE to a folder that `.ci/site` has written."
        );
    }
    if missing {
        println!("LEFT OUT, for no Chromium is installed (or set CHROMIUM to a browser's path):");
        tests().for_each(|(name, _)| println!("  {name}"));
    }
    let mut arguments = Arguments::from_args();
    // Each test draws much: two at a time are enough for any machine.
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let conclusion = libtest_mimic::run(&arguments, trials);
    chromium::end();
    conclusion.exit();
}
