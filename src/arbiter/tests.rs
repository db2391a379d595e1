//! Cases of the arbiter, worked out by hand. A simulation of the server in `tests/engine` has the rules of requests and clocks.

use super::*;
use crate::engine::Level;
use crate::game::Prepared;
use Color::{Black, White};

fn arbiter(control: Option<TimeControl>) -> Arbiter {
    let prepared = Prepared::preset("orthodox").expect("a preset");
    let start = Position::from_fen(&prepared, "4k3/4p3/8/8/8/8/4P3/R3K3 w - -").expect("a position");
    Arbiter::new(Game::new(start), Situation::new(0, control), None)
}

#[test]
fn a_decision_changes_nothing_until_it_is_made() {
    let mut game = arbiter(None);
    let before = game.clone();
    let change = game.play(Sides::one(White), "e2e4", 0, 0).expect("legal");
    assert_eq!(game, before);
    assert_eq!(game.position_after(&change), change.made().map(|ply| &ply.after));
    game.make(change);
    assert_eq!((game.situation().ply, game.revision(), game.game().plies().len()), (1, 1, 1));
    let stale = game.play(Sides::one(Black), "e7e5", 0, 0).expect_err("seen too little");
    assert_eq!(stale, ArbiterRefusal::Stale { seen: 0, plies: 1 });
    let of_other = game.play(Sides::one(White), "e7e5", 1, 0).expect_err("it is Black's turn");
    assert_eq!(of_other, ArbiterRefusal::Turn { turn: Black, own: White });
    assert!(matches!(game.play(Sides::default(), "e7e5", 1, 0), Err(ArbiterRefusal::LooksOn { .. })));
    assert!(matches!(game.play(Sides::one(Black), "e7e4", 1, 0), Err(ArbiterRefusal::Move(_))));
}

#[test]
fn a_flag_falls_at_its_moment_and_later_requests_are_refused() {
    let mut game = arbiter(Some(TimeControl { base: 60, increment: 0 }));
    for (by, text, seen, now) in
        [(Sides::one(White), "e2e4", 0, 1_000), (Sides::one(Black), "e7e5", 1, 5_000)]
    {
        let change = game.play(by, text, seen, now).expect("legal");
        game.make(change);
    }
    assert_eq!((game.flag_at(), game.fallen(64_999)), (Some(65_000), None));
    game.play(Sides::one(White), "a1a8", 2, 64_999).expect("in time");
    assert!(matches!(game.play(Sides::one(White), "a1a8", 2, 65_000), Err(ArbiterRefusal::Over(_))));
    assert!(matches!(game.ask(Sides::one(White), Ask::Draw, 65_000), Err(ArbiterRefusal::Over(_))));
    let fallen = game.fallen(65_000).expect("the time is up");
    game.make(fallen);
    // Black has a pawn.
    assert_eq!((game.situation().ended, game.flag_at()), (Some(GameEnding::Flag(White)), None));
    assert!(matches!(game.ask(Sides::one(Black), Ask::Undo, 70_000), Err(ArbiterRefusal::Over(_))));
}

#[test]
fn what_is_stored_reads_back() {
    for &side in Color::ALL {
        for ending in [GameEnding::Resigned(side), GameEnding::Flag(side), GameEnding::FlagDrawn(side)] {
            assert_eq!(ending.to_string().parse(), Ok(ending));
        }
        for &what in OfferKind::ALL {
            let offer = Offer { what, by: side };
            assert_eq!(offer.to_string().parse(), Ok(offer));
        }
        let opponent = Opponent { side, level: Level::FULL };
        assert_eq!(opponent.to_string().parse(), Ok(opponent));
    }
    assert_eq!(GameEnding::Agreed.to_string().parse(), Ok(GameEnding::Agreed));
    assert_eq!("white".parse::<GameEnding>(), Err(()));
    assert_eq!("draw green".parse::<Offer>(), Err(()));
    assert_eq!("black 9".parse::<Opponent>(), Err(()));
}
