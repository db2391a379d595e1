//! How far a move may vary while a reply stays legal: inside the judge agrees, beyond the ends it does not.

use super::{kinds, seams};
use continuum::geom::{Interval, Path};
use continuum::plane::{Position, Reply, Span, Survey, Varied};
use proptest::prelude::*;
use proptest::sample::Index;

/// Distances nearer than this to an end are the rules' tolerance's to decide.
const NEAR: f64 = 1e-6;

/// A position whose next move is the last of its series.
fn to_be_answered() -> impl Strategy<Value = Position> {
    kinds::any_position().prop_map(|position| {
        let text = position.to_string().replace("played=1", "played=3");
        Position::from_text(position.rules().clone(), &text).expect("a position")
    })
}

fn is_legal(varied: &Varied<'_>, reply: &Reply, d: f64) -> bool {
    let after = varied.after(d);
    if reply.follows {
        let spans = Survey::new(&after).legal_on(reply.m.piece, reply.m.lane());
        return spans.iter().any(|span| span.captures == reply.captures);
    }
    after.judge(reply.m).is_ok_and(|verdict| verdict.captures == reply.captures)
}

/// A random move of a stretch, a random reply, and how far the one may vary for the other.
fn holds(position: &Position, which: [Index; 3], shares: &[f64]) -> Result<(), TestCaseError> {
    let survey = Survey::new(position);
    let spans: Vec<_> = survey.legal().into_iter().filter(|span| !span.part.is_point()).collect();
    // Across seams the attack of a piece that turns is followed only once round the board.
    let has_seams = position.rules().board.has_seams();
    let is_followed =
        |span: &Span| !has_seams || !matches!(position.path(span.piece, span.lane), Path::Turn { .. });
    let spans: Vec<_> = spans.into_iter().filter(is_followed).collect();
    if spans.is_empty() {
        return Ok(());
    }
    let span = which[0].get(&spans);
    let promotion = if span.promotes { position.rules().promotions().next() } else { None };
    let groups = survey.gone_along(span.piece, span.lane, span.part, &span.captures);
    let (part, gone) = which[1].get(&groups);
    let varied = Varied::new(position, span, gone, promotion);
    let within = |part: &Interval, share: f64| part.from + share * (part.to - part.from);
    let d = within(part, shares[0]);
    let after = varied.after(d);
    let replies = Survey::new(&after).legal();
    if !part.contains(d) || after.turn() == position.turn() || replies.is_empty() {
        return Ok(());
    }
    let Some(reply) = varied.reply(&after, which[2].get(&replies)) else { return Ok(()) };
    if !is_legal(&varied, &reply, d) {
        return Ok(());
    }
    let found = varied.stretch_of(&reply, *part, d);
    let what = |d: f64| {
        let (m, r) = (position.text_of(varied.at(d)), after.text_of(reply.m));
        let why = varied.after(d).judge(reply.m).map(|v| v.captures);
        format!("{position}: {m}, reply {r}, {found:?}: {why:?}")
    };
    prop_assert!(found.from <= d && d <= found.to, "{}", what(d));
    for d in shares[1..].iter().map(|share| within(&found, *share)) {
        if d > found.from + NEAR && d < found.to - NEAR {
            prop_assert!(is_legal(&varied, &reply, d), "{}", what(d));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::cases(500, 40_000))]

    #[test]
    fn a_reply_stays_legal_all_along_its_stretch(
        position in to_be_answered(),
        which in [any::<Index>(), any::<Index>(), any::<Index>()],
        shares in prop::collection::vec(0.0..1.0f64, 12),
    ) {
        holds(&position, which, &shares)?;
    }
}

proptest! {
    #![proptest_config(super::cases(50, 3000))]

    #[test]
    fn so_it_does_on_boards_with_seams(
        position in seams::any_position(seams::PIECES),
        which in [any::<Index>(), any::<Index>(), any::<Index>()],
        shares in prop::collection::vec(0.0..1.0f64, 12),
    ) {
        holds(&position, which, &shares)?;
    }
}
