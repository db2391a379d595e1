//! The pages and their files, inside the program.
//!
//! Files lie in a folder named after a hash of their contents, so browsers may keep them for ever and still get the
//! files of a new program at once. The folder names the language too: of its files only the texts depend on it.

use super::file::{File, VARIES, minified, takes_gzip, zipped};
use super::rules::{self, RulesPage};
use super::show::show_text;
use super::text::Language;
use crate::answers::{ApiError, ApiReason};
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use sha2::{Digest as _, Sha256};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

const HTML: &str = "text/html; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";

/// All styles in one file.
pub(super) const STYLE: &str = concat!(
    include_str!("../web/style.css"),
    include_str!("../web/game.css"),
    include_str!("../web/board.css"),
    include_str!("../web/front.css"),
    include_str!("../web/puzzles.css"),
    include_str!("../web/analysis.css"),
    include_str!("../web/forced.css"),
);

/// Name and text of each script.
const SCRIPTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scripts.rs"));

/// Name, type and text of each other file.
const FILES: [(&str, &str, &str); 3] = [
    ("style.css", CSS, STYLE),
    ("icon.svg", SVG, include_str!("../web/icon.svg")),
    ("icon-turn.svg", SVG, include_str!("../web/icon-turn.svg")),
];

/// Returns name, type and text of each file.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    FILES.into_iter().chain(SCRIPTS.iter().map(|&(name, text)| (name, JS, text)))
}

/// The frame around the body of every page.
const FRAME: &str = include_str!("../web/frame.html");

/// The form by which a move is chosen exactly, on every page with a board to play on.
const ENTRY: &str = include_str!("../web/entry.html");

/// The pages: name, title, script module, body.
const PAGES: &[(&str, &str, &str, &str)] = &[
    ("front", "{{site.title}}", "front", include_str!("../web/front.html")),
    ("game", "{{site.title}}", "game", include_str!("../web/game.html")),
    ("learn", "{{learn.window}}", "learn", include_str!("../web/learn.html")),
    ("puzzles", "{{puzzle.window}}", "puzzles", include_str!("../web/puzzles.html")),
    ("analysis", "{{analysis.window}}", "analysis", include_str!("../web/analysis.html")),
    ("editor", "{{editor.window}}", "editor", include_str!("../web/editor.html")),
    ("nothing", "{{nothing.window}}", "shell", include_str!("../web/nothing.html")),
    ("offline", "{{offline.window}}", "offline", include_str!("../web/offline.html")),
];

/// The scripts of pages that are looked at before anything is asked.
const LOOKED_AT: [&str; 4] = ["front.js", "rules.js", "shell.js", "offline.js"];

/// The element by which the front page asks for its games.
const SHOW: &str = "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"/web/show.json\">\n";

/// The element by which a page begins with the library. It stands before the styles, which would hold it up.
const AHEAD: &str = "<script src=\"/web/ahead.js\"></script>\n";

/// The service worker, by which the pages are an app.
const WORKER: &str = include_str!("../web/worker.js");

const MANIFEST: &str = include_str!("../web/manifest.json");

/// The icon for systems that cannot show an SVG.
pub const ICON: &[u8] = include_bytes!("../web/icon.png");

/// The notice above the pages of the rules in other languages.
const ONLY_ENGLISH: &str =
    "<section class=\"only-english\" aria-label=\"{{site.rules}}\">{{site.english}}</section>";

/// The caching rule for a file whose name changes with its contents.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// All pages and their files.
struct Site {
    /// The hash in the names of the folders of the files, and in the `ETag` of the pages.
    version: String,
    /// The files in each language: the pages, the texts for scripts, the manifest, the service worker.
    pages: HashMap<(Language, String), File>,
    files: HashMap<&'static str, File>,
}

static SITE: LazyLock<Site> = LazyLock::new(|| {
    let show = show_text();
    let mut hash = Sha256::new();
    hash.update(&show);
    let texts = files().map(|(.., text)| text).chain(PAGES.iter().map(|&(.., body)| body));
    texts.chain(rules::texts()).chain([FRAME, ENTRY, WORKER, MANIFEST]).for_each(|text| hash.update(text));
    Language::ALL.iter().for_each(|language| hash.update(language.module()));
    hash.update(ICON);
    let version = version_name(hash);
    let pages = Language::ALL.iter().flat_map(|&language| {
        pages_in(language, &version).into_iter().map(move |(name, file)| ((language, name), file))
    });
    let pages = pages.collect();
    let files = files().map(|(name, kind, text)| (name, File::new(kind, minified(text))));
    let files = files.chain([("show.json", File::new(JSON, show))]).collect();
    Site { version, pages, files }
});

/// Returns the beginning of a hash, which names a version.
pub fn version_name(hash: Sha256) -> String {
    let mut digits = format!("{:x}", hash.finalize());
    digits.truncate(16);
    digits
}

/// Returns the scripts of pages that are looked at before anything is asked.
pub fn first_scripts() -> HashSet<&'static str> {
    LOOKED_AT.into_iter().flat_map(modules_of).collect()
}

/// Returns a script and all that it imports at once.
fn modules_of(script: &str) -> Vec<&str> {
    let mut found = vec![script];
    let mut at = 0;
    while let Some(script) = found.get(at) {
        let text = SCRIPTS.iter().find(|(name, _)| name == script).map_or("", |(_, text)| text);
        for name in text.split("from './").skip(1).filter_map(|rest| rest.split('\'').next()) {
            if !found.contains(&name) {
                found.push(name);
            }
        }
        at += 1;
    }
    found
}

/// The language and the engine for which pages are written.
pub struct Edition<'a> {
    pub language: Language,
    pub engine: Engine,
    /// The folder of the scripts and the other files below `/web/`.
    pub folder: &'a str,
}

/// The engine that answers a page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// A server.
    Server,
    /// A library inside the browser.
    Browser,
}

impl Engine {
    /// Returns the name by which `net.js` knows the engine.
    fn as_str(self) -> &'static str {
        match self {
            Engine::Server => "server",
            Engine::Browser => "browser",
        }
    }

    /// Returns the element that forbids a page to load anything from elsewhere. A server says that in its answers.
    fn policy(self) -> &'static str {
        match self {
            Engine::Server => "",
            Engine::Browser => concat!(
                "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; ",
                "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; ",
                "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'\">"
            ),
        }
    }

    /// Returns the elements that load a script with all that it imports at once.
    fn scripts(self, script: &str) -> String {
        match self {
            // Without these elements a browser would learn of each file only from the one that imports it.
            Engine::Server => {
                modules_of(script).into_iter().map(preload).collect::<String>()
                    + &format!("<script type=\"module\" src=\"/web/{script}\"></script>")
            }
            Engine::Browser => {
                let others = self.begins_library(script).then(|| preload("others.js"));
                let bundle = format!(
                    "<script type=\"module\" src=\"/web/bundle.js\" data-script=\"{script}\"></script>"
                );
                others.unwrap_or_default() + &bundle
            }
        }
    }

    /// Whether a page with this script begins with the library.
    fn begins_library(self, script: &str) -> bool {
        self == Engine::Browser && !LOOKED_AT.contains(&script)
    }
}

/// Returns the element by which a page names a script that it needs.
fn preload(script: &str) -> String {
    format!("<link rel=\"modulepreload\" href=\"/web/{script}\">\n")
}

impl Edition<'_> {
    /// Returns the name and the text of every page.
    pub fn pages(&self) -> impl Iterator<Item = (String, String)> {
        let own = PAGES.iter().map(|&(name, title, module, body)| {
            let body = self.language.fill(&body.replace("{{entry}}", ENTRY));
            (name.to_owned(), self.framed(name, &self.language.fill(title), module, &body))
        });
        let taught = rules::pages().map(|page| (format!("rules/{}", page.name), self.rules_page(&page)));
        own.chain(taught)
    }

    /// Returns a page of the rules, which are in English.
    pub fn rules_page(&self, page: &RulesPage) -> String {
        let body = self.language.fill(ONLY_ENGLISH) + &page.body;
        self.framed("rules", &format!("{} · Continuum", page.title), "rules", &body)
    }

    /// Returns the manifest, by which a browser installs the app.
    pub fn manifest(&self) -> String {
        let manifest = self.language.fill(MANIFEST).replace("{{language}}", self.language.as_str());
        self.in_folder(&manifest)
    }

    /// Returns a text with the addresses of the files in the folder of this edition.
    fn in_folder(&self, text: &str) -> String {
        text.replace("/web/", &format!("/web/{}/", self.folder))
    }

    /// Returns a page: its body within the frame.
    fn framed(&self, name: &str, title: &str, module: &str, body: &str) -> String {
        // The board of the front page only shows.
        let has_board = name != "front" && body.contains("id=\"board\"");
        let skip = if has_board { "{{site.toBoard}}" } else { "{{site.toContent}}" };
        let skip = self.language.fill(skip);
        let parts = [
            ("{{language}}", self.language.as_str()),
            ("{{engine}}", self.engine.as_str()),
            ("{{policy}}", self.engine.policy()),
            ("{{page}}", name),
            ("{{title}}", title),
            ("{{skip}}", &skip),
            ("{{body}}", body),
        ];
        let script = format!("{module}.js");
        // The games of the front page are fetched before the script that asks for them.
        let show = if name == "front" { SHOW } else { "" };
        let ahead = if self.engine.begins_library(&script) { AHEAD } else { "" };
        let scripts = show.to_owned() + &self.engine.scripts(&script);
        let frame = self.language.fill(FRAME).replace("{{ahead}}", ahead).replace("{{scripts}}", &scripts);
        self.in_folder(&parts.iter().fold(frame, |page, (mark, text)| page.replace(mark, text)))
    }

    /// Returns the server's service worker. It keeps the page that says that the server is out of reach, with all that this page
    /// needs.
    fn worker(&self) -> String {
        let names = ["style.css", "icon.svg"].into_iter().chain(modules_of("offline.js"));
        let files: Vec<String> = names.map(|name| format!("/web/{name}")).collect();
        let files = serde_json::json!(files).to_string();
        WORKER.replace("{{version}}", self.folder).replace("{{files}}", &self.in_folder(&files))
    }
}

/// Returns the files in a language, by name.
fn pages_in(language: Language, version: &str) -> Vec<(String, File)> {
    let edition = Edition { language, engine: Engine::Server, folder: &format!("{version}.{language}") };
    let pages = edition.pages().map(|(name, text)| (name, File::new(HTML, text)));
    let others = [
        ("text.js", JS, minified(&language.module())),
        ("manifest.webmanifest", "application/manifest+json", edition.manifest()),
        ("worker.js", JS, minified(&edition.worker())),
    ];
    pages.chain(others.map(|(name, kind, text)| (name.to_owned(), File::new(kind, text)))).collect()
}

/// Writes and compresses all pages, so that no visitor waits for it.
pub fn prepare() {
    LazyLock::force(&SITE);
}

/// Returns a page in the language of a request.
fn found(name: &str, asked: &HeaderMap) -> Option<&'static File> {
    SITE.pages.get(&(Language::of(asked), name.to_owned()))
}

/// Answers with a page by its name, or with the page for unknown addresses. A browser that has it already gets "not modified".
pub fn page(name: &str, asked: &HeaderMap) -> Response {
    let Some(page) = found(name, asked) else { return nothing_here(asked) };
    let tag = format!("\"{}.{}\"", SITE.version, Language::of(asked));
    let has_it = asked
        .get_all(IF_NONE_MATCH)
        .iter()
        .any(|known| known.to_str().is_ok_and(|known| known.contains(&tag)));
    match has_it {
        true => (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response(),
        false => ([(ETAG, tag)], page.answer(asked)).into_response(),
    }
}

/// Answers with the page of a game, in which its state is written, or the reason why it cannot be opened.
pub fn game(opening: Result<String, ApiError>, asked: &HeaderMap) -> Response {
    let (status, opening) = match opening {
        Ok(opening) => (StatusCode::OK, opening),
        Err(e) => (e.status(), serde_json::json!({ "error": e }).to_string()),
    };
    let Some(page) = found("game", asked) else { return nothing_here(asked) };
    // No text of a game may end the element that it stands in.
    let text = page.plain.replace("{{opening}}", &opening.replace('<', "\\u003c"));
    let kind = [(CONTENT_TYPE, HTML), (VARY, VARIES)];
    match takes_gzip(asked) {
        true => {
            (status, kind, [(CONTENT_ENCODING, "gzip")], zipped(&text, Compression::fast())).into_response()
        }
        false => (status, kind, text).into_response(),
    }
}

/// Answers with a page of the rules that is written for this request.
pub fn written(page: &RulesPage, asked: &HeaderMap) -> Response {
    let language = Language::of(asked);
    let folder = format!("{}.{language}", SITE.version);
    let html = Edition { language, engine: Engine::Server, folder: &folder }.rules_page(page);
    ([(CONTENT_TYPE, HTML)], html).into_response()
}

fn nothing_here(asked: &HeaderMap) -> Response {
    match found("nothing", asked) {
        Some(page) => (StatusCode::NOT_FOUND, page.answer(asked)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Answers an unknown address: with a page for people, with an error as JSON for programs.
pub async fn nothing(uri: Uri, asked: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") {
        return ApiError::new(ApiReason::Unknown, "there is nothing at this address").into_response();
    }
    nothing_here(&asked)
}

/// Answers with one of the page's files. Browsers keep only files of the present version.
///
/// # Errors
/// When there is no file of that name.
pub async fn file(
    Path((version, name)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response, ApiError> {
    let language = version.split_once('.').and_then(|(_, language)| language.parse().ok());
    let found = match name.as_str() {
        "icon.png" => return Ok(kept(&version, ([(CONTENT_TYPE, "image/png")], ICON).into_response())),
        "text.js" => SITE.pages.get(&(language.unwrap_or(Language::English), name.clone())),
        other => SITE.files.get(other),
    };
    let answer =
        found.ok_or_else(|| ApiError::new(ApiReason::Unknown, "there is no such file"))?.answer(&asked);
    Ok(kept(&version, answer))
}

/// Returns an answer that browsers keep for ever if it was requested by the present version.
pub fn kept(version: &str, answer: Response) -> Response {
    match version.split('.').next() == Some(&SITE.version) {
        true => ([(CACHE_CONTROL, FOR_GOOD)], answer).into_response(),
        false => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_has_code_beside_a_comment_which_would_be_lost() {
        for (name, kind, text) in files() {
            let is_loose = |line: &str| {
                line.trim().starts_with("/*") && line.contains("*/") && !line.trim().ends_with("*/")
            };
            assert!(kind == SVG || !text.lines().any(is_loose), "{name}");
        }
    }

    #[test]
    fn no_two_scripts_import_each_other() {
        for (name, _) in SCRIPTS {
            for other in &modules_of(name)[1..] {
                assert!(
                    !modules_of(other).contains(name),
                    "{name} and {other}: a bundle would wait for ever"
                );
            }
        }
    }

    #[test]
    fn a_page_names_all_scripts_that_it_needs_at_once() {
        let found = modules_of("offline.js");
        assert_eq!(found[..2], ["offline.js", "shell.js"]);
        assert!(found.contains(&"text.js") && !found.contains(&"newgame.js"), "{found:?}");
        assert!(
            modules_of("game.js")
                .iter()
                .all(|name| *name == "text.js" || SCRIPTS.iter().any(|(known, _)| known == name))
        );
    }
}
