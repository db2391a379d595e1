//! Suggests a known word in place of an unknown one.

/// Returns a hint about an unknown word: the nearest known word, or else a list of all known words.
pub fn suggestion<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest_word(found, &known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("use one of {}", known.join(", ")),
    }
}

/// Returns the known word that differs from the found one by the fewest typing errors, at most one in three letters.
pub fn nearest_word<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    let errors_in = |word: &str| strsim::osa_distance(&found.to_lowercase(), &word.to_lowercase());
    let found_length = found.chars().count();
    let similar = known.iter().copied().filter(|word| {
        let length = word.chars().count();
        let most_errors = found_length.max(length) / 3;
        // The lengths differ by typing errors too, and for a very long word these are counted sooner.
        found_length.abs_diff(length) <= most_errors && errors_in(word) <= most_errors
    });
    similar.min_by_key(|word| errors_in(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_word_with_few_typing_errors_is_suggested() {
        let known = ["zeno", "step", "min_move", "min_turn"];
        let cases = [("min-move", "min_move"), ("ZENO", "zeno"), ("setp", "step"), ("mintrun", "min_turn")];
        for (found, meant) in cases {
            assert_eq!(suggestion(found, known), format!("did you mean `{meant}`?"));
        }
        assert_eq!(suggestion("x", ["y", "z"]), "use one of y, z");
        assert_eq!(suggestion("castling", known), "use one of zeno, step, min_move, min_turn");
    }
}
