//! Moves as single words, as the protocol demands.

use crate::game::Position;

/// The prefix of removals of pairs of pawns.
const PAIRS: &str = "xx:";

/// Returns a move text as one word: `xx:b4b5,h4h5+e1f1` on cells; `Qd@90:4.25`, `Qd@90:x`, `S1@turn:+30`, `Ga@>5.7,4` on the
/// plane, followed by `=Q` if a pawn promotes. An arc is part of its bearing: `Ha@90left:2:1.5`.
pub fn to_token(position: &Position, text: &str) -> String {
    let text = text.trim();
    if matches!(position, Position::Lattice(_)) {
        return text.replacen(' ', "+", 1);
    }
    let (body, promotion) = split_promotion(text);
    let mut words = body.split_whitespace();
    let label = words.next().unwrap_or_default();
    let words: Vec<&str> = words.collect();
    match words.split_last() {
        Some((place, [">"])) => format!("{label}@>{place}{promotion}"),
        Some((place, [])) if place.starts_with('>') => format!("{label}@{place}{promotion}"),
        Some((distance, way)) => format!("{label}@{}:{distance}{promotion}", way.concat()),
        None => text.to_owned(),
    }
}

/// Returns the move text of a word. A king that goes onto its own rook castles. Any other word is returned unchanged; the
/// reader of move texts refuses it.
pub fn from_token(position: &Position, token: &str) -> String {
    if let Position::Lattice(position) = position {
        if token.starts_with(PAIRS) {
            return token.replacen('+', " ", 1);
        }
        let castling = position.read_move(token).ok().and_then(|m| position.castling_onto_rook(&m));
        return castling.unwrap_or_else(|| token.to_owned());
    }
    let (body, promotion) = split_promotion(token);
    let promotion = if promotion.is_empty() { String::new() } else { format!(" {promotion}") };
    let Some((label, way)) = body.split_once('@') else { return token.to_owned() };
    if way.starts_with('>') {
        return format!("{label} {way}{promotion}");
    }
    let Some((way, distance)) = way.rsplit_once(':') else { return token.to_owned() };
    let bend = way.find("left").or_else(|| way.find("right")).unwrap_or(way.len());
    let (bearing, bend) = way.split_at(bend);
    let bend = if bend.is_empty() { String::new() } else { format!(" {bend}") };
    format!("{label} {bearing}{bend} {distance}{promotion}")
}

/// Splits a text into the part before `=Q`, and that suffix.
fn split_promotion(text: &str) -> (&str, &str) {
    text.find('=').map_or((text, ""), |at| (text[..at].trim_end(), &text[at..]))
}
