//! The scripts of the folder in two files, because a browser takes milliseconds for each file.
//!
//! Each script becomes a function. Its argument `script` is a function that returns the exports of another script (`bundle.js`).
//! Every import or export has to be a line of its own, and no two scripts may import each other.

use super::file::minified;
use std::collections::HashSet;

/// The scripts that stay files: the one that runs before all others, and the worker that it starts.
pub const APART: [&str; 2] = ["ahead.js", "library.js"];

/// The script that runs the others, and gives each of them its imports.
const BUNDLE: &str = include_str!("../web/bundle.js");

/// The two files of all scripts.
pub struct Bundle {
    /// The first scripts, with the script that runs them.
    pub first: String,
    /// All others.
    pub others: String,
}

/// Returns some scripts as two files. Those whose names are in `first` are in the first one.
pub fn bundle<'a>(scripts: impl IntoIterator<Item = (&'a str, String)>, first: &HashSet<&str>) -> Bundle {
    let (mut in_first, mut in_others) = (String::new(), String::new());
    for (name, text) in scripts {
        let file = if first.contains(name) { &mut in_first } else { &mut in_others };
        *file += &wrapped(name, &text);
    }
    Bundle {
        first: minified(BUNDLE).replace("{{scripts}}", &format!("{{\n{in_first}}}")),
        others: format!("export const scripts = {{\n{in_others}}};\n"),
    }
}

/// Returns a minified script as an entry of an object: its name, and a function that returns its exports.
fn wrapped(name: &str, text: &str) -> String {
    let mut exports = Vec::new();
    let mut body = String::new();
    for line in text.lines() {
        if let Some(import) = line.strip_prefix("import ") {
            let (names, from) = import.rsplit_once("'./").unwrap_or(("", import));
            let names = names.trim_end_matches(" from ").replace(" as ", ": ");
            let names = if names.is_empty() { String::new() } else { format!("const {names} = ") };
            body += &format!("{names}await script('{from}\n").replace("';", "');");
        } else if let Some(declared) = line.strip_prefix("export ") {
            exports.extend(name_of(declared));
            body += &format!("{declared}\n");
        } else {
            body += &format!("{line}\n");
        }
    }
    let body = body.replace("import('./", "script('");
    format!("'{name}': async script => {{\n{body}return {{ {} }};\n}},\n", exports.join(", "))
}

/// Returns the name that a line declares.
fn name_of(declared: &str) -> Option<&str> {
    declared.trim_start_matches("async ").split([' ', '(', ';', ',']).nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_becomes_a_function_of_what_it_imports() {
        let text = "import { $, make as made } from './dom.js';\nimport './shell.js';\nexport const at = () => import('./b.js');\n\
                    export async function two(a) {\n}\nexport class Three {\n}\n";
        let expected = "'a.js': async script => {\nconst { $, make: made } = await script('dom.js');\nawait script('shell.js');\n\
                        const at = () => script('b.js');\nasync function two(a) {\n}\nclass Three {\n}\nreturn { at, two, Three };\n},\n";
        assert_eq!(wrapped("a.js", text), expected);
    }

    #[test]
    fn first_scripts_are_in_the_first_file() {
        let scripts = [("a.js", "a();\n".to_owned()), ("b.js", "b();\n".to_owned())];
        let Bundle { first, others } = bundle(scripts, &HashSet::from(["b.js"]));
        assert!(
            first.contains("const scripts = {\n'b.js': async script => {\nb();\n") && !first.contains("a();")
        );
        assert_eq!(
            others,
            "export const scripts = {\n'a.js': async script => {\na();\nreturn {  };\n},\n};\n"
        );
    }
}
