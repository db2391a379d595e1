//! Moves as tokens without spaces, as the protocol demands.

use crate::game::Position;

/// The prefix of a move that removes pairs of pawns.
const REMOVALS: &str = "xx:";

/// Returns a move text as one token.
///
/// On cells a token is `xx:b4b5,h4h5+e1f1`, for example. On the plane tokens are `Qd@90:4.25`, `Qd@90:x`, `S1@turn:+30` and
/// `Ga@>5.7,4`, followed by `=Q` if a pawn promotes. An arc is part of its bearing: `Ha@90left:2:1.5`.
pub fn to_token(position: &Position, text: &str) -> String {
    let text = text.trim();
    if matches!(position, Position::Lattice(_)) {
        return text.replacen(' ', "+", 1);
    }
    let (body, promotion) = split_promotion(text);
    let mut fields = body.split_whitespace();
    let label = fields.next().unwrap_or_default();
    let after_label: Vec<&str> = fields.collect();
    match after_label.split_last() {
        // `Ga > 5.7,4`
        Some((place, [">"])) => format!("{label}@>{place}{promotion}"),
        // `Ga >5.7,4`
        Some((place, [])) if place.starts_with('>') => format!("{label}@{place}{promotion}"),
        Some((distance, lane)) => format!("{label}@{}:{distance}{promotion}", lane.concat()),
        None => text.to_owned(),
    }
}

/// Returns the move text of a token. A king's move onto its own rook becomes castling. A token that is not a move is returned
/// unchanged, and the reader of move texts refuses it.
pub fn from_token(position: &Position, token: &str) -> String {
    if let Position::Lattice(position) = position {
        if token.starts_with(REMOVALS) {
            return token.replacen('+', " ", 1);
        }
        let castling = position.read_move(token).ok().and_then(|m| position.castling_onto_rook(&m));
        return castling.unwrap_or_else(|| token.to_owned());
    }
    let (body, promotion) = split_promotion(token);
    let promotion = if promotion.is_empty() { String::new() } else { format!(" {promotion}") };
    let Some((label, after_label)) = body.split_once('@') else { return token.to_owned() };
    // The mark of an area leap.
    if after_label.starts_with('>') {
        return format!("{label} {after_label}{promotion}");
    }
    let Some((lane, distance)) = after_label.rsplit_once(':') else { return token.to_owned() };
    let bearing_end = lane.find("left").or_else(|| lane.find("right")).unwrap_or(lane.len());
    let (bearing, arc) = lane.split_at(bearing_end);
    let arc = if arc.is_empty() { String::new() } else { format!(" {arc}") };
    format!("{label} {bearing}{arc} {distance}{promotion}")
}

/// Splits a text into the part before a promotion such as `=Q`, and the promotion.
fn split_promotion(text: &str) -> (&str, &str) {
    text.find('=').map_or((text, ""), |at| (text[..at].trim_end(), &text[at..]))
}
