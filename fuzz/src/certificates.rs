//! Certificates from strangers: each gets an answer, and one that was changed proves only what is true.

use crate::cases::Seeds;
use crate::dice::Dice;
use continuum::solve::plane::{Certificate, CheckOptions, CheckVerdict, check};
use continuum::{Position, Prepared};
use std::path::Path;

/// The most pieces of a position that is looked at: with more a case takes too long.
const CROWD: usize = 12;

/// Damaged certificates.
pub fn make(_: &Seeds, dice: &mut Dice) -> Option<String> {
    let sound = [include_str!("../../problems/waiting-rook.json").to_owned()];
    Some(dice.damaged(&sound))
}

/// A certificate is proven, proven at its samples, undecided or refuted, and the rest of the answer agrees.
pub fn check_answer(_: &Seeds, input: &str) {
    let Ok(certificate) = serde_json::from_str::<Certificate>(input) else { return };
    let Ok(variant) = Prepared::load(&certificate.variant, Path::new(""), &certificate.rules) else { return };
    let Ok(Position::Plane(position)) = Position::from_text(&variant, &certificate.position) else { return };
    if position.pieces().len() > CROWD {
        return;
    }
    let options = CheckOptions { samples: 1, seed: 1 };
    if let Ok(checked) = check(&position, &certificate, options) {
        let agrees = match checked.verdict {
            CheckVerdict::Proven => checked.whole == checked.keys,
            CheckVerdict::Samples => checked.whole < checked.keys,
            CheckVerdict::Undecided => !checked.undecided.is_empty(),
            CheckVerdict::Refuted => checked.refuted.is_some(),
        };
        let sound = matches!(checked.verdict, CheckVerdict::Proven | CheckVerdict::Samples);
        assert!(
            agrees && sound == (checked.refuted.is_none() && checked.undecided.is_empty()),
            "one answer: {checked:?}"
        );
        assert_eq!(checked.proven, checked.verdict == CheckVerdict::Proven, "one answer: {checked:?}");
    }
}
