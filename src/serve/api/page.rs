//! The pages and their files, inside the program.
//!
//! Files are in a folder that is named after a hash of their contents. So browsers may keep the files without limit, and still get
//! the files of a new program at once. The name of the folder contains the language too, on which only the file of texts depends.

use super::file::{self, File, minified, zipped};
use super::rules::{self, RulesPage};
use super::show::show_text;
use super::text::Language;
use crate::answers::{ApiError, ApiReason};
use crate::choice::choice;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
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

pub(super) const STYLE: &str = concat!(
    include_str!("../web/style.css"),
    include_str!("../web/game.css"),
    include_str!("../web/board.css"),
    include_str!("../web/front.css"),
    include_str!("../web/puzzles.css"),
    include_str!("../web/analysis.css"),
    include_str!("../web/forced.css"),
);

const SCRIPTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scripts.rs"));

/// A file that pages use.
pub struct PageFile {
    pub name: &'static str,
    media_type: &'static str,
    pub text: &'static str,
}

/// Returns each style, picture and script that pages use.
pub fn files() -> impl Iterator<Item = PageFile> {
    let others = [
        PageFile { name: "style.css", media_type: CSS, text: STYLE },
        PageFile { name: "icon.svg", media_type: SVG, text: include_str!("../web/icon.svg") },
        PageFile { name: "icon-turn.svg", media_type: SVG, text: include_str!("../web/icon-turn.svg") },
    ];
    let scripts = SCRIPTS.iter().map(|&(name, text)| PageFile { name, media_type: JS, text });
    others.into_iter().chain(scripts)
}

const FRAME: &str = include_str!("../web/frame.html");

/// The form by which a move is chosen exactly, on every page with a board to play on.
const ENTRY: &str = include_str!("../web/entry.html");

/// A page without its frame. Title and body have the names of texts in place of the texts.
struct Template {
    name: &'static str,
    title: &'static str,
    body: &'static str,
}

/// All pages except those of the rules.
static PAGES: [Template; 8] = [
    Template { name: "front", title: "{{site.title}}", body: include_str!("../web/front.html") },
    Template { name: "game", title: "{{site.title}}", body: include_str!("../web/game.html") },
    Template { name: "learn", title: "{{learn.window}}", body: include_str!("../web/learn.html") },
    Template { name: "puzzles", title: "{{puzzle.window}}", body: include_str!("../web/puzzles.html") },
    Template { name: "analysis", title: "{{analysis.window}}", body: include_str!("../web/analysis.html") },
    Template { name: "editor", title: "{{editor.window}}", body: include_str!("../web/editor.html") },
    Template { name: "nothing", title: "{{nothing.window}}", body: include_str!("../web/nothing.html") },
    Template { name: "offline", title: "{{offline.window}}", body: include_str!("../web/offline.html") },
];

/// The scripts of pages that show something before they ask the engine a question.
const FIRST_SCRIPTS: [&str; 4] = ["front.js", "rules.js", "shell.js", "offline.js"];

/// The element by which the front page loads the games that it plays.
const LOAD_SHOW: &str = "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"/web/show.json\">\n";

/// The element by which a page loads the library first. It stands before the styles, so that it need not wait for them.
const LOAD_AHEAD: &str = "<script src=\"/web/ahead.js\"></script>\n";

/// The service worker, which makes an app of the pages.
const WORKER: &str = include_str!("../web/worker.js");

const MANIFEST: &str = include_str!("../web/manifest.json");

/// The icon for systems that cannot show an SVG.
pub const ICON: &[u8] = include_bytes!("../web/icon.png");

/// The notice for readers of other languages above each page of the rules.
const ONLY_ENGLISH: &str =
    "<section class=\"only-english\" aria-label=\"{{site.rules}}\">{{site.english}}</section>";

const KEEP_WITHOUT_LIMIT: &str = "public, max-age=31536000, immutable";

struct Site {
    /// The hash in the names of the files' folders, and in the `ETag` of the pages.
    version: String,
    /// The files that depend on the language: the pages, the texts for scripts, the manifest, the service worker.
    pages: HashMap<(Language, String), File>,
    /// The files that do not depend on the language.
    files: HashMap<&'static str, File>,
}

static SITE: LazyLock<Site> = LazyLock::new(|| {
    let show = show_text();
    let version = version_of_contents(&show);
    let mut pages = HashMap::new();
    for &language in Language::ALL {
        for (name, file) in pages_in(language, &version) {
            pages.insert((language, name), file);
        }
    }
    let mut static_files = HashMap::from([("show.json", File::new(JSON, show))]);
    for PageFile { name, media_type, text } in files() {
        static_files.insert(name, File::new(media_type, minified(text)));
    }
    Site { version, pages, files: static_files }
});

/// Returns the name of the version that has these games for the front page. It depends on all that is sent, except scenarios.
fn version_of_contents(show: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(show);
    let texts = files().map(|file| file.text).chain(PAGES.iter().map(|page| page.body));
    let rules = rules::documents().map(|(_, text)| text);
    texts.chain(rules).chain([FRAME, ENTRY, WORKER, MANIFEST]).for_each(|text| hash.update(text));
    Language::ALL.iter().for_each(|language| hash.update(language.module()));
    hash.update(ICON);
    version_name(hash)
}

/// Returns the name of a version: the first 16 digits of a hash.
pub fn version_name(hash: Sha256) -> String {
    let mut digits = format!("{:x}", hash.finalize());
    digits.truncate(16);
    digits
}

/// Returns [`FIRST_SCRIPTS`] with all scripts that they import.
pub fn first_scripts() -> HashSet<&'static str> {
    FIRST_SCRIPTS.into_iter().flat_map(with_imports).collect()
}

/// Returns a script and all scripts that it imports when it starts, directly or through others.
fn with_imports(script: &str) -> Vec<&str> {
    let mut scripts = vec![script];
    let mut index = 0;
    while let Some(importing) = scripts.get(index) {
        let text = SCRIPTS.iter().find(|(name, _)| name == importing).map_or("", |(_, text)| text);
        for import in text.split("from './").skip(1) {
            let name = import.split('\'').next().unwrap_or_default();
            if !scripts.contains(&name) {
                scripts.push(name);
            }
        }
        index += 1;
    }
    scripts
}

/// A language and an engine for which pages are written.
pub struct Edition<'a> {
    pub language: Language,
    pub engine: Engine,
    /// The folder of the scripts and the other files below `/web/`.
    pub folder: &'a str,
}

choice! {
    /// The engine that answers a page, with the name by which `net.js` knows it.
    pub enum Engine("engine") {
        Server = "server",
        /// A library inside the browser.
        Browser = "browser",
    }
}

impl Engine {
    /// Returns the element that forbids a page to load anything from elsewhere. A server forbids it by a header of its answers.
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

    /// Returns the elements that load a script and all scripts that it imports.
    fn scripts(self, script: &str) -> String {
        match self {
            // Without the preloading elements a browser would learn of a script only from the script that imports it.
            Engine::Server => {
                let preloads: String = with_imports(script).into_iter().map(preload).collect();
                format!("{preloads}<script type=\"module\" src=\"/web/{script}\"></script>")
            }
            Engine::Browser => {
                let preloads = if self.loads_ahead(script) { preload("others.js") } else { String::new() };
                format!(
                    "{preloads}<script type=\"module\" src=\"/web/bundle.js\" data-script=\"{script}\"></script>"
                )
            }
        }
    }

    /// Whether a page with this script loads the library first.
    fn loads_ahead(self, script: &str) -> bool {
        self == Engine::Browser && !FIRST_SCRIPTS.contains(&script)
    }
}

/// Returns the element by which a browser loads a script that the page needs later.
fn preload(script: &str) -> String {
    format!("<link rel=\"modulepreload\" href=\"/web/{script}\">\n")
}

pub struct NamedPage {
    /// The address of the page, without the first `/`.
    pub name: String,
    pub html: String,
}

impl Edition<'_> {
    /// Returns every page except those of scenarios.
    pub fn pages(&self) -> impl Iterator<Item = NamedPage> {
        let pages = PAGES.iter().map(|&Template { name, title, body }| {
            let body = self.language.fill(&body.replace("{{entry}}", ENTRY));
            // The page for unknown addresses has no script of its own.
            let script = if name == "nothing" { "shell.js" } else { &format!("{name}.js") };
            let html = self.framed(name, &self.language.fill(title), script, &body);
            NamedPage { name: name.to_owned(), html }
        });
        let rules_pages = rules::pages().map(|page| {
            let html = self.rules_page(&page);
            NamedPage { name: format!("rules/{}", page.name), html }
        });
        pages.chain(rules_pages)
    }

    /// Returns a page of the rules, which are in English.
    pub fn rules_page(&self, page: &RulesPage) -> String {
        let body = self.language.fill(ONLY_ENGLISH) + &page.body;
        self.framed("rules", &format!("{} · Continuum", page.title), "rules.js", &body)
    }

    /// Returns the manifest, from which a browser installs the app.
    pub fn manifest(&self) -> String {
        let manifest = self.language.fill(MANIFEST).replace("{{language}}", self.language.as_str());
        self.in_folder(&manifest)
    }

    /// Returns a text whose addresses of files lead into the folder of this edition.
    fn in_folder(&self, text: &str) -> String {
        text.replace("/web/", &format!("/web/{}/", self.folder))
    }

    fn framed(&self, name: &str, title: &str, script: &str, body: &str) -> String {
        // A visitor cannot play on the board of the front page.
        let has_board = name != "front" && body.contains("id=\"board\"");
        let skip_link = self.language.fill(if has_board { "{{site.toBoard}}" } else { "{{site.toContent}}" });
        // The games of the front page are loaded before the script that asks for them.
        let show = if name == "front" { LOAD_SHOW } else { "" };
        let scripts = show.to_owned() + &self.engine.scripts(script);
        let ahead = if self.engine.loads_ahead(script) { LOAD_AHEAD } else { "" };
        let frame = self.language.fill(FRAME).replace("{{ahead}}", ahead).replace("{{scripts}}", &scripts);
        let parts = [
            ("{{language}}", self.language.as_str()),
            ("{{engine}}", self.engine.as_str()),
            ("{{policy}}", self.engine.policy()),
            ("{{page}}", name),
            ("{{title}}", title),
            ("{{skip}}", &skip_link),
            ("{{body}}", body),
        ];
        let page = parts.iter().fold(frame, |page, (mark, text)| page.replace(mark, text));
        self.in_folder(&page)
    }

    /// Returns the server's service worker. It keeps the page for visitors who cannot reach the server, and the files of this page.
    fn worker(&self) -> String {
        let names = ["style.css", "icon.svg"].into_iter().chain(with_imports("offline.js"));
        let addresses: Vec<String> = names.map(|name| format!("/web/{name}")).collect();
        let files = self.in_folder(&serde_json::json!(addresses).to_string());
        WORKER.replace("{{version}}", self.folder).replace("{{files}}", &files)
    }
}

/// Returns the files that depend on the language, each with its name.
fn pages_in(language: Language, version: &str) -> Vec<(String, File)> {
    let edition = Edition { language, engine: Engine::Server, folder: &format!("{version}.{language}") };
    let pages = edition.pages().map(|NamedPage { name, html }| (name, File::new(HTML, html)));
    let others = [
        ("text.js", JS, minified(&language.module())),
        ("manifest.webmanifest", "application/manifest+json", edition.manifest()),
        ("worker.js", JS, minified(&edition.worker())),
    ];
    let others = others.map(|(name, media_type, text)| (name.to_owned(), File::new(media_type, text)));
    pages.chain(others).collect()
}

/// Writes and compresses all pages, so that no visitor has to wait for this work.
pub fn prepare() {
    LazyLock::force(&SITE);
}

fn page_for(name: &str, request: &HeaderMap) -> Option<&'static File> {
    SITE.pages.get(&(Language::of(request), name.to_owned()))
}

/// Answers with the page of a name, or with the page for unknown addresses. A browser that has the page gets "not modified".
pub fn answer_page(name: &str, request: &HeaderMap) -> Response {
    let Some(page) = page_for(name, request) else { return answer_not_found(request) };
    let tag = format!("\"{}.{}\"", SITE.version, Language::of(request));
    let names_tag = |header: &HeaderValue| header.to_str().is_ok_and(|tags| tags.contains(&tag));
    if request.get_all(IF_NONE_MATCH).iter().any(names_tag) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    ([(ETAG, tag)], page.answer(request)).into_response()
}

/// Answers with the page of a game. The page contains the state of the game, or the reason why the game cannot be opened.
pub fn answer_game(opening: Result<String, ApiError>, request: &HeaderMap) -> Response {
    let (status, opening) = match opening {
        Ok(opening) => (StatusCode::OK, opening),
        Err(e) => (e.status(), serde_json::json!({ "error": e }).to_string()),
    };
    let Some(page) = page_for("game", request) else { return answer_not_found(request) };
    // No text of a game may end the element that contains it.
    let html = page.plain.replace("{{opening}}", &opening.replace('<', "\\u003c"));
    let answer = file::answer(HTML, request, html.clone(), || zipped(&html, Compression::fast()));
    (status, answer).into_response()
}

pub fn answer_rules(page: &RulesPage, request: &HeaderMap) -> Response {
    let language = Language::of(request);
    let folder = format!("{}.{language}", SITE.version);
    let html = Edition { language, engine: Engine::Server, folder: &folder }.rules_page(page);
    ([(CONTENT_TYPE, HTML)], html).into_response()
}

pub fn answer_not_found(request: &HeaderMap) -> Response {
    match page_for("nothing", request) {
        Some(page) => (StatusCode::NOT_FOUND, page.answer(request)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Answers a request for an unknown address. People get a page, and programs an error as JSON.
pub async fn answer_unknown(uri: Uri, request: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") {
        return ApiError::new(ApiReason::Unknown, "there is nothing at this address").into_response();
    }
    answer_not_found(&request)
}

/// Answers with a file that pages use. Browsers keep only files of the present version.
pub async fn answer_file(
    Path((version, name)): Path<(String, String)>,
    request: HeaderMap,
) -> Result<Response, ApiError> {
    let language = version.split_once('.').and_then(|(_, language)| language.parse().ok());
    if name == "icon.png" {
        return Ok(with_caching(&version, ([(CONTENT_TYPE, "image/png")], ICON).into_response()));
    }
    let file = match name.as_str() {
        "text.js" => SITE.pages.get(&(language.unwrap_or(Language::English), name)),
        _ => SITE.files.get(name.as_str()),
    };
    let file = file.ok_or_else(|| ApiError::new(ApiReason::Unknown, "there is no such file"))?;
    Ok(with_caching(&version, file.answer(&request)))
}

/// Returns an answer with the caching rule, if the request named the present version.
pub fn with_caching(version: &str, answer: Response) -> Response {
    if version.split('.').next() == Some(&SITE.version) {
        ([(CACHE_CONTROL, KEEP_WITHOUT_LIMIT)], answer).into_response()
    } else {
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_has_code_beside_a_comment_which_would_be_lost() {
        for PageFile { name, media_type, text } in files() {
            let is_loose = |line: &str| {
                line.trim().starts_with("/*") && line.contains("*/") && !line.trim().ends_with("*/")
            };
            assert!(media_type == SVG || !text.lines().any(is_loose), "{name}");
        }
    }

    #[test]
    fn no_two_scripts_import_each_other() {
        for (name, _) in SCRIPTS {
            for import in &with_imports(name)[1..] {
                let imports_back = with_imports(import).contains(name);
                assert!(!imports_back, "{name} and {import}: a bundle would wait for ever");
            }
        }
    }

    #[test]
    fn a_page_names_all_scripts_that_it_needs_at_once() {
        let found = with_imports("offline.js");
        assert_eq!(found[..2], ["offline.js", "shell.js"]);
        assert!(found.contains(&"text.js") && !found.contains(&"newgame.js"), "{found:?}");
        assert!(
            with_imports("game.js")
                .iter()
                .all(|name| *name == "text.js" || SCRIPTS.iter().any(|(known, _)| known == name))
        );
    }
}
