//! The requests of one side to the other.

use crate::chess::Color;
use crate::choice::choice;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

choice! {
    /// The kind of a request to the other side.
    pub enum OfferKind("offer") {
        /// To take the last move back.
        Undo = "undo",
        /// A draw.
        Draw = "draw",
        /// Another game with colours exchanged.
        Rematch = "rematch",
    }
}

/// A request that waits for the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The kind of the request.
    pub what: OfferKind,
    /// The side that made the request.
    pub by: Color,
}

/// Writes the stored form, such as `draw white`.
impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.what, self.by)
    }
}

impl FromStr for Offer {
    type Err = ();
    fn from_str(text: &str) -> Result<Offer, ()> {
        let (what, by) = text.split_once(' ').ok_or(())?;
        Ok(Offer { what: what.parse().map_err(|_| ())?, by: by.parse().map_err(|_| ())? })
    }
}
