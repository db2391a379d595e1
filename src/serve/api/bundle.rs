//! The scripts of the folder in two files, because a browser needs milliseconds for each further file.
//!
//! Each script becomes a function. Its argument `script` is a function of `bundle.js`, which returns the exports of another script.
//! Each import and each export has to be on a line of its own, and no two scripts may import each other.

use super::file::minified;
use std::collections::HashSet;

/// The scripts that stay separate files: the script that runs first, and the worker that it starts.
pub const APART: [&str; 2] = ["ahead.js", "library.js"];

/// The script that runs the others, and gives each its imports.
const BUNDLE: &str = include_str!("../web/bundle.js");

pub struct Bundle {
    /// The file with the first scripts, and with the script that runs all scripts.
    pub first: String,
    /// The file with the other scripts.
    pub others: String,
}

/// Returns scripts, each with its name, as two files. The scripts whose names are in `first` are in the first file.
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

/// Returns a minified script as an entry of an object. The key is the script's name, the value a function that returns its exports.
fn wrapped(name: &str, text: &str) -> String {
    let mut exports = Vec::new();
    let mut body = String::new();
    for line in text.lines() {
        if let Some(import) = line.strip_prefix("import ") {
            // `import { a as b } from './c.js';` becomes `const { a: b } = await script('c.js');`.
            let (names, file) = import.rsplit_once("'./").unwrap_or(("", import));
            let names = names.trim_end_matches(" from ").replace(" as ", ": ");
            let declaration = if names.is_empty() { String::new() } else { format!("const {names} = ") };
            body += &format!("{declaration}await script('{file}\n").replace("';", "');");
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

fn name_of(declared: &str) -> Option<&str> {
    declared.trim_start_matches("async ").split([' ', '(', ';', ',']).nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_becomes_a_function_that_returns_its_exports() {
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
