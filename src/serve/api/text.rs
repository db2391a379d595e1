//! The texts of the pages, with one file for each language, and the choice of a visitor's language.

use crate::choice::choice;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use serde_json::{Map, Value};
use std::sync::LazyLock;

choice! {
    /// A language of the page.
    pub enum Language("language") {
        /// English.
        English = "en",
        /// German.
        German = "de",
    }
}

/// The module from which scripts import the texts, without the table of the texts.
const MODULE_TEMPLATE: &str = include_str!("../web/text.js");

/// A text that only repeats the words of the server.
const WORDS_OF_SERVER: &str = "{message}";

type Table = Map<String, Value>;

static ENGLISH: LazyLock<Table> = LazyLock::new(|| read(include_str!("../web/text/en.json")));
static GERMAN: LazyLock<Table> = LazyLock::new(|| read(include_str!("../web/text/de.json")));

fn read(file: &str) -> Table {
    serde_json::from_str(file).expect("the texts of the pages are JSON")
}

impl Language {
    fn table(self) -> &'static Table {
        match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }

    /// Returns the language that a visitor has chosen (in a cookie), or else the language that the browser prefers.
    pub fn of(request: &HeaderMap) -> Language {
        let headers = request.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = headers.flat_map(|header| header.split(';'));
        let chosen = cookies.find_map(|cookie| cookie.trim().strip_prefix("language=")?.parse().ok());
        chosen.or_else(|| preferred(request)).unwrap_or(Language::English)
    }

    /// Returns the text of a name; empty if there is no such text.
    pub fn text(self, key: &str) -> &'static str {
        self.table().get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns HTML with the texts in place of their names: `{{site.play}}`.
    pub fn fill(self, html: &str) -> String {
        let mut parts = html.split("{{");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match part.split_once("}}").filter(|(key, _)| key.contains('.')) {
                Some((key, html_after)) => {
                    filled += &html_escaped(self.text(key));
                    filled += html_after;
                }
                // The name of a part of the frame is replaced elsewhere.
                None => {
                    filled += "{{";
                    filled += part;
                }
            }
        }
        filled
    }

    /// Returns the texts as JSON for scripts, without the texts that only repeat the words of the server.
    fn for_scripts(self) -> String {
        let mut texts = self.table().clone();
        texts.retain(|_, text| *text != WORDS_OF_SERVER);
        Value::Object(texts).to_string()
    }

    /// Returns the module from which scripts import the texts.
    pub fn module(self) -> String {
        MODULE_TEMPLATE.replace("{{table}}", &self.for_scripts())
    }
}

/// Returns the module from which scripts import the texts in the language of their page.
pub fn module_for_all_languages() -> String {
    let tables: Vec<String> =
        Language::ALL.iter().map(|language| format!("\"{language}\": {}", language.for_scripts())).collect();
    MODULE_TEMPLATE
        .replace("{{table}}", &format!("({{{}}})[document.documentElement.lang]", tables.join(", ")))
}

/// Returns the known language to which a browser gives the greatest quality. Among equal qualities the first language counts.
fn preferred(request: &HeaderMap) -> Option<Language> {
    let listed = request.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
    let (mut best_language, mut best_quality) = (None, 0.0);
    for entry in listed.split(',') {
        let entry = entry.to_lowercase();
        let (name, weight) = entry.split_once(';').unwrap_or((&entry, "q=1"));
        let Some(quality) = weight.trim().strip_prefix("q=") else { continue };
        let primary = name.trim().split('-').next().unwrap_or_default();
        let (Ok(language), Ok(quality)) = (primary.parse(), quality.trim().parse::<f64>()) else { continue };
        if quality > best_quality {
            (best_language, best_quality) = (Some(language), quality);
        }
    }
    best_language
}

/// Returns a text as the content of an element or the value of an attribute of HTML.
pub fn html_escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::limits;
    use axum::http::HeaderValue;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Returns the placeholders of a text, or of all its forms for numbers.
    fn placeholders(text: &Value) -> BTreeSet<String> {
        let forms: Vec<&str> = match text {
            Value::String(text) => vec![text],
            forms => forms.as_object().expect("forms").values().filter_map(Value::as_str).collect(),
        };
        let parts = forms.iter().flat_map(|form| form.split('{').skip(1));
        parts.map(|part| part.split('}').next().unwrap_or_default().to_owned()).collect()
    }

    /// Positions with faults, each with its variant and the parameters that are set, as JSON.
    const FAULTY: &[(&str, &str, &[&str])] = &[
        (
            "continuous",
            "{}",
            &[
                "Xx @1,1 Ra@ Rb@1,1= Rc@1,1^x Pa@1,1!x Rd@1,1/xz Re@1,1'' Rf@1,1'a ; w",
                "Ke@1,1 Ke@2,2 ; q ; x 99999999999 2 ; ab",
                "Ke@1,1 ; w ; 0 0 ; a=1 a=2 ; more",
                "Ke@1,1",
                "; w",
                "Za@1,1 Ra@1,2^90 Rb@1,3!cw Rc@1,4/x Rd@1,5* Re@1,6=2,2 Rf@u,7 Rg@9,1 ; w ; 0 1 ; series=2",
                "Ke@1,1 Ra@1,1.1 Rb@5,1.1 Kf@5,5 ; w",
                "Ke@1,1 ra@1,4 ke@7,7 ; b",
                "Ke@1,1 Ra@7,4 ke@7,7 ; w",
                "Ke@1,1 Ra@7,4 ke@7,7 ra@1,4 ; w",
                "rnbqkbnr/8/8/8/8/8/8/8 w",
                "Sa@4,4^0 Ra@4.05,4 ; w",
            ],
        ),
        ("continuous", r#"{"board_width": 10, "board_height": 6}"#, &["start", "Ke@11,1 ; w"]),
        ("continuous", r#"{"start": "start"}"#, &["start"]),
        ("cylinder", "{}", &["Ke@1,9 ; w"]),
        ("disc", "{}", &["Ke@8.5,0.5 ; w"]),
        ("ring", "{}", &["Pa@8,2 ; w"]),
        (
            "orthodox",
            "{}",
            &[
                "Ke@e1 Ra@e1 Ka@a1 Ph@h8 Qd@d4~ Pa@a3~ Ne@e4^90 ke@e9 ; w ; 0 1 ; foo=1 series=2 ep=e5,e6",
                "Pb@b4 ; w",
                "Ke@e1 Ra@e4 ke@e8 ; w",
                "Ke@e1 ke@e8 Pa@a4 Pb@b4 ; b ; 0 1 ; ep=a3,b3",
                "8/8 w",
                "x7/8/8/8/8/8/8/8 w",
                "9/8/8/8/8/8/8/8 w",
                "k6/8/8/8/8/8/8/K7 w",
                "k7/8/8/8/8/8/8/K7 z",
                "k7/8/8/8/8/8/8/K7 w x",
                "k7/8/8/8/8/8/8/K7 w - k9",
                "k7/8/8/8/8/8/8/K7 w - - 0 1 more",
                " ",
            ],
        ),
        ("progressive", "{}", &["Ke@e1 ke@e8 ; w ; 0 1 ; series=2 played=3"]),
        ("disc70", "{}", &["Ke@a1 ke@i8 Ra@e4* Qb@e5/x ; w"]),
        ("byzantine", "{}", &["Ke@a1!cw Pa@h2 ; w", "rnbqkbnr/8/8/8 w"]),
    ];

    /// Returns positions with more pieces than a limit allows, each with its variant and the parameters that are set, as JSON.
    fn crowds() -> [(&'static str, &'static str, String); 4] {
        /// The greatest number of pawns that may be removed in pairs.
        const MOST_PAWNS: usize = 16;
        let on_plane = |letter: char, count: usize| -> String {
            let piece =
                |i: usize| format!("{letter}{i}@{},{} ", (i % 15) as f64 / 2.0, (i / 15) as f64 / 2.0);
            (0..count).map(piece).collect()
        };
        let pawns = |letter: char, count: usize, lowest_rank: usize| -> String {
            let file = |i: usize| char::from(b'a' + (i % 8) as u8);
            (0..count).map(|i| format!("{letter}{i}@{}{}!cw ", file(i), i / 8 + lowest_rank)).collect()
        };
        let (kings, half) = ("Ke@e1 ke@d1 ; w", MOST_PAWNS / 2 + 1);
        [
            ("continuous", "{}", on_plane('R', limits::PIECES + 1) + "; w"),
            ("continuous", "{}", on_plane('G', limits::GENERAL_PIECES + 1) + "; w"),
            ("byzantine", "{}", pawns('P', MOST_PAWNS + 1, 2) + kings),
            ("byzantine", r#"{"pawn_pairs": "either"}"#, pawns('P', half, 2) + &pawns('p', half, 5) + kings),
        ]
    }

    /// Returns the faults of a position, as a page gets them.
    fn faults(variant: &str, rules: &str, position: &str) -> Vec<crate::answers::ApiFault> {
        let rules: Value = serde_json::from_str(rules).expect("JSON");
        let request =
            serde_json::json!({ "game": { "variant": variant, "rules": rules, "position": position } });
        let answered = crate::answers::answer("positions", Some(request.to_string().as_bytes()));
        answered.expect_err(position).faults
    }

    #[test]
    fn every_fault_of_a_position_is_worded_in_german() {
        let listed = FAULTY.iter().flat_map(|&(variant, rules, positions)| {
            positions.iter().map(move |&position| (variant, rules, position.to_owned()))
        });
        let mut worded = BTreeSet::new();
        for (variant, rules, position) in listed.chain(crowds()) {
            for fault in faults(variant, rules, &position) {
                let named = fault.named.unwrap_or_else(|| panic!("{variant} {position}: {}", fault.fault));
                let key = format!("position.{}", named.name);
                let known = |placeholder: &String| named.values.contains_key(placeholder.as_str());
                let german = GERMAN.get(&key).unwrap_or_else(|| panic!("nothing is called {key}"));
                assert!(placeholders(german).iter().all(known), "{key}: {:?}", named.values);
                worded.insert(key);
            }
        }
        let unused: Vec<&String> =
            GERMAN.keys().filter(|key| key.starts_with("position.") && !worded.contains(*key)).collect();
        // This text puts the column before the words of any fault.
        assert_eq!(unused, ["position.at"], "no fault has these names");
    }

    #[test]
    fn all_languages_have_the_same_texts_and_placeholders() {
        let (english, german) = (Language::English.table(), Language::German.table());
        assert!(english.len() > 400);
        assert_eq!(english.keys().collect::<Vec<_>>(), german.keys().collect::<Vec<_>>());
        for (key, text) in english {
            let german_text = &german[key];
            assert_eq!(text.is_object(), german_text.is_object(), "{key}");
            for forms in [text, german_text].into_iter().filter(|text| text.is_object()) {
                assert!(forms["one"].is_string() && forms["other"].is_string(), "{key}");
            }
            // Where English only repeats the words of the server, another language may have a sentence of its own: one without
            // values or, for a fault of a position, one with the values of the fault.
            let may_have_own_words = key.starts_with("position.") || !german_text.to_string().contains('{');
            let may_differ = text == WORDS_OF_SERVER && may_have_own_words;
            if !may_differ {
                assert_eq!(placeholders(text), placeholders(german_text), "{key}");
            }
        }
    }

    /// Returns the keys that a script asks for, with `*` in place of an inserted value.
    fn asked_by(script: &str) -> Vec<String> {
        let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        let mut keys = Vec::new();
        for call in ["t(", "hasText("] {
            // The end of a longer name, such as `format(`, is another call.
            let calls = script.match_indices(call).filter(|(at, _)| !script[..*at].ends_with(is_in_name));
            for (at, _) in calls {
                let argument = &script[at + call.len()..];
                let Some(quote @ ('\'' | '`')) = argument.chars().next() else { continue };
                let mut parts = argument[1..].split(quote).next().unwrap_or_default().split("${");
                let mut key = parts.next().unwrap_or_default().to_owned();
                for part in parts {
                    key += "*";
                    key += part.split_once('}').map_or("", |(_, after)| after);
                }
                keys.push(key);
            }
        }
        keys
    }

    fn named_by(html: &str) -> Vec<String> {
        let names = html.split("{{").skip(1).filter_map(|part| Some(part.split_once("}}")?.0));
        names.filter(|name| name.contains('.')).map(str::to_owned).collect()
    }

    /// Whether a key has the parts of a pattern, in which `*` stands for any one.
    fn fits(pattern: &str, key: &str) -> bool {
        let (wanted, parts): (Vec<_>, Vec<_>) = (pattern.split('.').collect(), key.split('.').collect());
        let fits_part = |(wanted, part): (&&str, &&str)| *wanted == "*" || wanted == part;
        wanted.len() == parts.len() && wanted.iter().zip(&parts).all(fits_part)
    }

    #[test]
    fn every_text_is_used_and_every_text_that_is_used_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve");
        let mut used = named_by(&std::fs::read_to_string(root.join("api/page.rs")).expect("read"));
        for file in std::fs::read_dir(root.join("web")).expect("read").flatten().map(|entry| entry.path()) {
            let text = || std::fs::read_to_string(&file).expect("read");
            match file.extension().and_then(|end| end.to_str()) {
                Some("js") => used.extend(asked_by(&text())),
                Some("html" | "json") => used.extend(named_by(&text())),
                _ => {}
            }
        }
        let keys: Vec<&String> = Language::English.table().keys().collect();
        for pattern in &used {
            assert!(keys.iter().any(|key| fits(pattern, key)), "no text is called {pattern}");
        }
        for key in keys {
            assert!(used.iter().any(|pattern| fits(pattern, key)), "nothing uses {key}");
        }
    }

    #[test]
    fn the_choice_comes_before_what_the_browser_asks_for() {
        let of = |cookie: Option<&'static str>, accepted: &'static str| {
            let mut request = HeaderMap::new();
            request.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
            cookie.map(|cookie| request.insert(COOKIE, HeaderValue::from_static(cookie)));
            Language::of(&request)
        };
        assert_eq!(of(None, "de-AT,de;q=0.9,en;q=0.8"), Language::German);
        assert_eq!(of(None, "fr, en;q=0.7, de;q=0.9"), Language::German);
        assert_eq!(of(None, "en;q=0.7, de ; q=0.9"), Language::German);
        assert_eq!(of(None, "fr, *;q=0.1"), Language::English);
        assert_eq!(of(None, "de;q=0, nonsense;q=x"), Language::English);
        assert_eq!(of(Some("a=b; language=en"), "de"), Language::English);
        assert_eq!(of(Some("language=tlh"), "de"), Language::German);
        assert_eq!(Language::of(&HeaderMap::new()), Language::English);
    }

    #[test]
    fn the_front_page_says_how_long_unopened_games_are_kept() {
        let days = (crate::serve::limits::UNOPENED_SECONDS / (24 * 60 * 60)).to_string();
        for language in Language::ALL {
            let words: Vec<&str> = language.text("front.kept").split(' ').collect();
            assert!(words.contains(&days.as_str()), "{words:?}");
        }
    }

    #[test]
    fn texts_are_filled_into_html() {
        let filled = Language::German.fill("<a title=\"{{site.learn}}\">{{body}}{{help.marks}}</a>");
        assert!(filled.starts_with("<a title=\"Lernen\">{{body}}Auf einer Bahn"));
        assert_eq!(Language::English.fill("{{site.files}}"), "Open &amp; save");
    }
}
