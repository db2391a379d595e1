//! Cases of the arbiter, worked out by hand.

use super::*;
use crate::engine::Level;
use crate::game::Prepared;
use Color::{Black, White};

fn arbiter(control: Option<TimeControl>, opponent: Option<Opponent>) -> Arbiter {
    let prepared = Prepared::preset("orthodox").expect("a preset");
    let start = Position::from_fen(&prepared, "4k3/4p3/8/8/8/8/4P3/R3K3 w - -").expect("a position");
    Arbiter::new(Game::new(start), Situation::new(0, control), opponent)
}

fn white() -> Sides {
    Sides::one(White)
}

fn black() -> Sides {
    Sides::one(Black)
}

impl Arbiter {
    fn moves(&mut self, by: Sides, text: &str, now: Moment) -> Result<(), ArbiterRefusal> {
        let change = self.play(by, text, self.game.plies().len(), now)?;
        self.make(change);
        Ok(())
    }

    fn asks(&mut self, by: Sides, request: Ask, now: Moment) -> Result<(), ArbiterRefusal> {
        let change = self.ask(by, request, now)?;
        self.make(change);
        Ok(())
    }
}

#[test]
fn a_decision_changes_nothing_until_it_is_made() {
    let mut game = arbiter(None, None);
    let before = game.clone();
    let change = game.play(white(), "e2e4", 0, 0).expect("legal");
    assert_eq!(game, before);
    assert_eq!(game.position_after(&change), change.made().map(|ply| &ply.after));
    game.make(change);
    assert_eq!((game.situation().ply, game.turns(), game.game().plies().len()), (1, 1, 1));
    let stale = game.play(black(), "e7e5", 0, 0).expect_err("seen too little");
    assert_eq!(stale, ArbiterRefusal::Stale { seen: 0, plies: 1 });
    let of_other = game.play(white(), "e7e5", 1, 0).expect_err("it is Black's turn");
    assert_eq!(of_other, ArbiterRefusal::Turn { turn: Black, own: White });
    assert!(matches!(game.play(Sides::default(), "e7e5", 1, 0), Err(ArbiterRefusal::LooksOn { .. })));
    assert!(matches!(game.play(black(), "e7e4", 1, 0), Err(ArbiterRefusal::Move(_))));
}

#[test]
fn both_agree_to_take_a_move_back_and_one_repeats_it() {
    let mut game = arbiter(None, None);
    game.moves(white(), "e2e4", 0).expect("legal");
    game.asks(white(), Ask::Undo, 0).expect("asked");
    assert_eq!((game.situation().ply, game.situation().offer.map(|offer| offer.by)), (1, Some(White)));
    game.asks(black(), Ask::Undo, 0).expect("agreed");
    assert_eq!((game.situation().ply, game.undone(), game.situation().offer), (0, 1, None));
    assert!(game.ask(black(), Ask::Redo, 0).is_err(), "it was White's move");
    game.asks(white(), Ask::Redo, 0).expect("repeated");
    assert_eq!((game.game().plies().len(), game.undone()), (1, 0));
}

#[test]
fn against_the_program_a_turn_is_taken_back_and_repeated_as_one() {
    let program = Opponent { side: Black, level: Level::WEAKEST };
    let mut game = arbiter(None, Some(program));
    for (by, text) in [(white(), "e2e4"), (black(), "e7e5"), (white(), "a1a8")] {
        game.moves(by, text, 0).expect("legal");
    }
    assert!(game.is_programs_move());
    game.asks(white(), Ask::Undo, 0).expect("taken back");
    game.asks(white(), Ask::Undo, 0).expect("taken back");
    assert_eq!((game.situation().ply, game.undone()), (0, 3));
    let again = game.ask(white(), Ask::Redo, 0).expect("repeated");
    assert_eq!(game.position_after(&again).map(|position| position.turn()), Some(White));
    game.make(again);
    assert_eq!((game.situation().ply, game.undone()), (2, 1));
    game.asks(white(), Ask::Redo, 0).expect("repeated");
    assert_eq!((game.situation().ply, game.undone()), (3, 0));
    game.asks(white(), Ask::Draw, 0).expect("offered");
    let accepted = game.answer_draw(true, 0).expect("an offer waits");
    game.make(accepted);
    assert_eq!((game.situation().ended, game.answer_draw(true, 0)), (Some(GameEnding::Agreed), None));
}

#[test]
fn a_draw_is_offered_once_a_move_and_stands_until_the_other_side_moves() {
    let mut game = arbiter(None, None);
    game.asks(white(), Ask::Draw, 0).expect("offered");
    game.moves(white(), "e2e4", 0).expect("legal");
    assert!(game.situation().offer.is_some(), "whoever offers may move");
    game.moves(black(), "e7e5", 0).expect("legal");
    assert_eq!(game.situation().offer, None, "whoever moves declines");
    game.asks(white(), Ask::Draw, 0).expect("offered");
    game.asks(black(), Ask::Decline, 0).expect("declined");
    assert!(game.ask(white(), Ask::Draw, 0).is_err(), "once a move");
    game.asks(black(), Ask::Draw, 0).expect("offered");
    game.asks(white(), Ask::Draw, 0).expect("agreed");
    assert_eq!(game.situation().ended, Some(GameEnding::Agreed));
    assert!(matches!(game.ask(black(), Ask::Resign, 0), Err(ArbiterRefusal::Over(_))));
}

#[test]
fn a_takeback_is_asked_for_once_a_move() {
    let mut game = arbiter(None, None);
    game.moves(white(), "e2e4", 0).expect("legal");
    game.asks(white(), Ask::Undo, 0).expect("asked");
    game.asks(black(), Ask::Decline, 0).expect("declined");
    assert!(game.ask(white(), Ask::Undo, 0).is_err(), "once a move");
    // Another request in between changes nothing.
    game.asks(white(), Ask::Draw, 0).expect("offered");
    game.asks(black(), Ask::Decline, 0).expect("declined");
    for ask in [Ask::Undo, Ask::Draw] {
        assert!(matches!(game.ask(white(), ask, 0), Err(ArbiterRefusal::Request(_))));
    }
    game.moves(black(), "e7e5", 0).expect("legal");
    game.asks(white(), Ask::Undo, 0).expect("asked again");
}

#[test]
fn a_flag_falls_at_its_moment_and_whatever_comes_then_is_too_late() {
    let mut game = arbiter(Some(TimeControl { base: 60, increment: 0 }), None);
    game.moves(white(), "e2e4", 1_000).expect("legal");
    game.moves(black(), "e7e5", 5_000).expect("legal");
    assert_eq!((game.flag_at(), game.fallen(64_999)), (Some(65_000), None));
    game.play(white(), "a1a8", 2, 64_999).expect("in time");
    assert!(matches!(game.play(white(), "a1a8", 2, 65_000), Err(ArbiterRefusal::Over(_))));
    assert!(matches!(game.ask(white(), Ask::Draw, 65_000), Err(ArbiterRefusal::Over(_))));
    let fallen = game.fallen(65_000).expect("the time is up");
    game.make(fallen);
    // Black has a pawn.
    assert_eq!((game.situation().ended, game.flag_at()), (Some(GameEnding::Flag(White)), None));
    assert!(matches!(game.ask(black(), Ask::Undo, 70_000), Err(ArbiterRefusal::Over(_))));
}

#[test]
fn a_turn_that_a_restart_has_interrupted_begins_anew_once() {
    let mut game = arbiter(Some(TimeControl { base: 60, increment: 0 }), None);
    assert_eq!(game.resumed(9_000, 9_000), None, "no clock runs");
    game.moves(white(), "e2e4", 1_000).expect("legal");
    game.moves(black(), "e7e5", 5_000).expect("legal");
    assert_eq!(game.resumed(5_000, 8_000), None, "the process is the same");
    let resumed = game.resumed(9_000, 10_000).expect("the turn begins anew");
    game.make(resumed);
    assert_eq!((game.flag_at(), game.resumed(9_000, 20_000)), (Some(70_000), None));
}

#[test]
fn a_rematch_has_one_name_and_closes_the_game() {
    let mut game = arbiter(None, None);
    let ask = |name: &str| Ask::Rematch(name.to_owned());
    assert!(
        matches!(game.ask(white(), ask("first"), 0), Err(ArbiterRefusal::Request(_))),
        "the game goes on"
    );
    game.asks(white(), Ask::Resign, 0).expect("resigned");
    game.asks(white(), ask("first"), 0).expect("asked");
    assert_eq!(game.situation().rematch, None);
    game.asks(black(), ask("second"), 0).expect("agreed");
    game.asks(white(), ask("third"), 0).expect("there is one");
    assert_eq!(game.situation().rematch.as_deref(), Some("second"));
    assert!(matches!(game.ask(white(), Ask::Undo, 0), Err(ArbiterRefusal::Over(_))));
}
