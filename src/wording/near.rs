//! Did you mean?

/// What to write instead of a word that is not known: the known one that it is a slip of, or else all there are.
pub fn instead<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match near(found, &known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("use one of {}", known.join(", ")),
    }
}

/// The nearest word within one slip for each three letters.
pub fn near<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    let slips = |word: &&'a str| {
        let slips = strsim::osa_distance(&found.to_lowercase(), &word.to_lowercase());
        let most = found.chars().count().max(word.chars().count()) / 3;
        (slips <= most).then_some((slips, *word))
    };
    known.iter().filter_map(slips).min_by_key(|&(slips, _)| slips).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood_and_other_words_are_not() {
        let known = ["zeno", "step", "min_move", "min_turn"];
        for (found, meant) in
            [("min-move", "min_move"), ("ZENO", "zeno"), ("setp", "step"), ("mintrun", "min_turn")]
        {
            assert_eq!(instead(found, known), format!("did you mean `{meant}`?"));
        }
        assert_eq!(instead("x", ["y", "z"]), "use one of y, z");
        assert_eq!(instead("castling", known), "use one of zeno, step, min_move, min_turn");
    }
}
