//! A move as one word, as the protocol wants it.

use crate::game::Position;

/// What begins the removals of pairs of pawns.
const PAIRS: &str = "xx:";

/// The word of a move text: `xx:b4b5,h4h5+e1f1` on a lattice; `Qd@90:4.25`, `Qd@90:x`, `S1@turn:+30`, `Ga@>5.7,4` on the
/// plane, with `=Q` behind it where a pawn promotes. An arc is part of its bearing: `Ha@90left:2:1.5`.
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

/// The move text of a word. What is no such word stays as it is, for the reader of move texts to refuse.
pub fn from_token(position: &Position, token: &str) -> String {
    if matches!(position, Position::Lattice(_)) {
        let removes = token.starts_with(PAIRS);
        return if removes { token.replacen('+', " ", 1) } else { token.to_owned() };
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

/// A text without its `=Q`, and that.
fn split_promotion(text: &str) -> (&str, &str) {
    text.find('=').map_or((text, ""), |at| (text[..at].trim_end(), &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Prepared;

    fn there_and_back(variant: &str, pairs: &[(&str, &str)]) {
        let rules = Prepared::preset(variant).expect(variant);
        let position = Position::from_text(&rules, "start").expect("the initial array");
        for &(text, token) in pairs {
            assert_eq!(to_token(&position, text), token);
            assert_eq!(from_token(&position, token), text);
            assert!(!token.contains(' '));
        }
    }

    #[test]
    fn moves_on_a_lattice() {
        there_and_back("byzantine", &[("e2e4", "e2e4"), ("xx:b4b5,h4h5 e1f1", "xx:b4b5,h4h5+e1f1")]);
        there_and_back("orthodox", &[("e7e8q", "e7e8q")]);
    }

    #[test]
    fn moves_on_the_plane() {
        there_and_back(
            "continuous",
            &[
                ("Qd 90 4.25", "Qd@90:4.25"),
                ("Qd 90 x", "Qd@90:x"),
                ("Qd 26.56505117707799 max", "Qd@26.56505117707799:max"),
                ("S1 turn +30", "S1@turn:+30"),
                ("Ga >5.7,4", "Ga@>5.7,4"),
                ("Pa 90 1 =Q", "Pa@90:1=Q"),
                ("Ha 90 left:2 1.5", "Ha@90left:2:1.5"),
                ("Ha 270 right 1.5 =R", "Ha@270right:1.5=R"),
            ],
        );
    }

    #[test]
    fn a_place_is_written_with_a_space_by_the_program() {
        let rules = Prepared::preset("continuous").expect("a preset");
        let position = Position::from_text(&rules, "start").expect("the initial array");
        assert_eq!(to_token(&position, "Ga > 5.7,4"), "Ga@>5.7,4");
    }
}
