//! The page in a real browser. Without one the tests are left out, and say so.

mod aim;
mod analysis;
mod arrival;
mod cdp;
mod challenges;
mod chromium;
mod clocks;
mod editor;
mod files;
mod front;
mod heaps;
mod installed;
mod kinds;
mod languages;
mod learn;
mod motion;
mod movelist;
mod offered;
mod opponent;
mod play;
mod puzzles;
#[path = "../program/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod server;
mod speed;
mod surfaces;
mod table;
mod together;
#[path = "../program/visitor.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod visitor;
mod waiting;

use libtest_mimic::{Arguments, Trial};

/// Tests of about a second and more each. Builds without optimization leave them out; `--include-ignored` runs them there.
const SLOW: &[&str] = &[
    "a_broken_link_says_that_it_gives_no_side",
    "a_clock_goes_on_after_a_restart",
    "a_drag_asks_the_server_nothing",
    "a_draw_is_offered_declined_and_agreed",
    "a_flag_falls_in_both_browsers",
    "a_game_by_pointer_to_checkmate",
    "a_game_of_a_match_is_opened",
    "a_guard_lands_by_pointer_and_by_keyboard",
    "a_killed_server_loses_nothing_and_the_page_comes_back",
    "a_line_that_ends_late_leaves_the_new_one",
    "a_move_of_a_line_is_entered_by_pressing_it",
    "a_question_leaves_the_picked_piece",
    "a_reborn_piece_is_not_lost",
    "a_rematch_changes_colours",
    "a_restart_in_the_middle_of_a_thought_loses_nothing",
    "a_scenario_file_is_opened",
    "a_second_browser_joins_and_plays_the_other_side",
    "a_shared_link_plays_the_other_side",
    "a_variant_file_is_checked_played_and_kept",
    "every_board_is_set_up",
    "every_variants_board_is_drawn",
    "lanes_appear_within_fifty_milliseconds",
    "series_of_two_people",
    "a_move_is_chosen_for_ones_turn",
    "a_planned_move_that_became_illegal_is_dropped_with_a_word",
    "the_best_lines_are_drawn_as_lanes",
    "the_new_game_window_offers_boards_with_seams",
    "the_page_is_an_app_with_a_notice_offline",
    "the_page_is_german_throughout",
    "the_program_answers_an_offer_of_a_draw",
    "the_program_plays_by_a_clock",
    "the_ring_is_drawn_round_and_played",
    "the_window_for_a_variant_file_keeps_its_faults_in_sight",
    "two_people_get_no_advice_while_they_play",
];

fn main() {
    let missing = chromium::find().is_none();
    let tests = || {
        [
            play::TESTS,
            kinds::TESTS,
            together::TESTS,
            files::TESTS,
            offered::TESTS,
            opponent::TESTS,
            challenges::TESTS,
            clocks::TESTS,
            editor::TESTS,
            aim::TESTS,
            analysis::TESTS,
            arrival::TESTS,
            front::TESTS,
            heaps::TESTS,
            installed::TESTS,
            languages::TESTS,
            learn::TESTS,
            motion::TESTS,
            movelist::TESTS,
            puzzles::TESTS,
            speed::TESTS,
            surfaces::TESTS,
            waiting::TESTS,
        ]
        .into_iter()
        .flatten()
    };
    let trials: Vec<Trial> = tests()
        .map(|&(name, test)| {
            Trial::test(name, move || {
                test();
                Ok(())
            })
            .with_ignored_flag(missing || (cfg!(debug_assertions) && SLOW.contains(&name)))
        })
        .collect();
    for slow in SLOW {
        assert!(tests().any(|(name, _)| name == slow), "no test is called {slow}");
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
