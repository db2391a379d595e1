//! The pages as a folder of files, which need no server: a library inside the browser answers their questions.
//!
//! All addresses are relative, so the folder works under any path. It has the English pages, a folder for each other language, and
//! a folder with the scripts (in two files), the pictures and the libraries, whose name is a hash of their contents.

use super::bundle::{APART, Bundle, bundle};
use super::file::minified;
use super::page::{self, Edition, Engine, NamedPage, PageFile};
use super::scenarios;
use super::show::show_text;
use super::text::{self, Language};
use crate::answers::ApiError;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// A file of the folder.
pub struct SiteFile {
    /// The path inside the folder, with `/` between its parts.
    pub path: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

impl SiteFile {
    fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> SiteFile {
        SiteFile { path: path.into(), bytes: bytes.into() }
    }
}

const KEEPER: &str = include_str!("../web/keeper.js");

const SCENARIO_PAGES: &str = "rules/scenario/";

/// The pages that only a server needs.
const SERVER_PAGES: [&str; 2] = ["nothing", "offline"];

/// The libraries for WebAssembly, as `site/` builds them.
pub struct Libraries {
    /// The library that answers all questions except requests for pictures.
    pub words: Vec<u8>,
    /// The library that draws pictures.
    pub pictures: Vec<u8>,
}

/// The paths of the files that the service worker keeps.
#[derive(Serialize)]
struct Kept<'a> {
    /// The files that a first visit waits for.
    first: Vec<&'a str>,
    /// The files that are fetched while a visitor looks at the page.
    later: Vec<&'a str>,
}

/// Returns the files of the folder, with these libraries.
///
/// # Errors
/// When a picture cannot be drawn. A test makes sure that this does not happen.
pub fn site_files(libraries: &Libraries) -> Result<Vec<SiteFile>, ApiError> {
    files_with(libraries, scenarios::draw)
}

/// Returns the files of the folder, with these libraries. `draw` returns the picture of a name.
fn files_with(
    libraries: &Libraries,
    draw: impl Fn(&str) -> Result<Vec<u8>, ApiError>,
) -> Result<Vec<SiteFile>, ApiError> {
    let mut files =
        vec![SiteFile::new("continuum.wasm", &*libraries.words), SiteFile::new("icon.png", page::ICON)];
    files.extend(script_files());
    files.push(SiteFile::new("show.json", show_text()));
    let first_count = files.len();
    files.push(SiteFile::new("pictures.wasm", &*libraries.pictures));
    for name in scenarios::names().map(|name| format!("scenario-{name}")) {
        files.push(SiteFile::new(format!("pictures/{name}.png"), draw(&name)?));
    }
    let version = version_of(&files);
    for file in &mut files {
        file.path = format!("web/{version}/{}", file.path);
    }
    let pages = pages(&version)?;
    let (scenario_pages, other_pages): (Vec<_>, Vec<_>) =
        paths(&pages).partition(|path| path.contains(SCENARIO_PAGES));
    let kept = Kept {
        first: ["./"].into_iter().chain(paths(&files[..first_count])).chain(other_pages).collect(),
        later: paths(&files[first_count..]).chain(scenario_pages).collect(),
    };
    let keeper = KEEPER.replace("{{files}}", &serde_json::json!(kept).to_string());
    let keeper_version = version_of(&pages) + &version;
    files.push(SiteFile::new("worker.js", minified(&keeper.replace("{{version}}", &keeper_version))));
    files.extend(pages);
    Ok(files)
}

/// Returns the styles, vector pictures and scripts. Most scripts are in two files.
fn script_files() -> Vec<SiteFile> {
    let (mut files, mut bundled) = (Vec::new(), Vec::new());
    for PageFile { name, text, .. } in page::files() {
        if name.ends_with(".js") && !APART.contains(&name) {
            bundled.push((name, minified(text)));
        } else {
            files.push(SiteFile::new(name, minified(text)));
        }
    }
    bundled.push(("text.js", minified(&text::module_for_all_languages())));
    let Bundle { first, others } = bundle(bundled, &page::first_scripts());
    files.extend([SiteFile::new("bundle.js", first), SiteFile::new("others.js", others)]);
    files
}

fn paths(files: &[SiteFile]) -> impl Iterator<Item = &str> {
    files.iter().map(|file| file.path.as_str())
}

/// Returns a hash of the paths and contents of files.
fn version_of(files: &[SiteFile]) -> String {
    let mut hash = Sha256::new();
    for SiteFile { path, bytes } in files {
        hash.update(path);
        hash.update(bytes);
    }
    page::version_name(hash)
}

/// Returns the pages in all languages. `version` is the folder of the scripts, pictures and libraries.
fn pages(version: &str) -> Result<Vec<SiteFile>, ApiError> {
    let mut files = Vec::new();
    for &language in Language::ALL {
        let edition = Edition { language, engine: Engine::Browser, folder: version };
        let folder = if language == Language::English { String::new() } else { format!("{language}/") };
        let mut add = |name: &str, text: &str| {
            let path = format!("{folder}{name}");
            let text = relative(text, path.matches('/').count(), name.matches('/').count());
            files.push(SiteFile::new(path, text));
        };
        for NamedPage { name, html } in edition.pages() {
            if !SERVER_PAGES.contains(&name.as_str()) {
                add(&file_of(&name), &html.replace("{{opening}}", "null"));
            }
        }
        for name in scenarios::names() {
            let page = scenarios::page(name)?;
            add(&file_of(&format!("rules/{}", page.name)), &edition.rules_page(&page));
        }
        add("manifest.webmanifest", &edition.manifest());
    }
    Ok(files)
}

fn file_of(page: &str) -> String {
    format!("{}.html", if matches!(page, "" | "front") { "index" } else { page })
}

/// Returns a page with relative addresses. The depths count folders from the whole folder, and from the folder of the language.
fn relative(text: &str, top_depth: usize, language_depth: usize) -> String {
    // Every `"/` begins an address, except at the end of an element.
    let text = text.replace("\"/>", "\" />");
    let mut parts = text.split("\"/");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (address, text_after) = part.split_once('"').unwrap_or((part, ""));
        let (page, anchor) = address.split_at(address.find('#').unwrap_or(address.len()));
        let file = if page.contains('.') { page.to_owned() } else { file_of(page) };
        let up = "../".repeat(if page.starts_with("web/") { top_depth } else { language_depth });
        written += &format!("\"{up}{file}{anchor}\"{text_after}");
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn addresses_are_relative() {
        let page =
            "<a href=\"/\"></a><a href=\"/rules/ring#4\"></a><img src=\"/web/v/icon.svg\"/><p lang=\"de\">";
        assert_eq!(
            relative(page, 2, 1),
            "<a href=\"../index.html\"></a><a href=\"../rules/ring.html#4\"></a><img src=\"../../web/v/icon.svg\" /><p lang=\"de\">"
        );
    }

    /// Returns the path of the file that an address on the page at `path` names.
    fn target(path: &str, address: &str) -> String {
        let mut parts: Vec<&str> = path.split('/').collect();
        parts.pop();
        for part in address.split(['#', '?']).next().unwrap_or_default().split('/') {
            match part {
                ".." => assert!(parts.pop().is_some(), "{path}: {address} leaves the folder"),
                part => parts.push(part),
            }
        }
        parts.join("/")
    }

    #[test]
    fn every_file_that_a_page_names_is_in_the_folder() {
        let libraries = Libraries { words: b"words".to_vec(), pictures: b"pictures".to_vec() };
        let files = files_with(&libraries, |_| Ok(Vec::new())).expect("the files");
        let paths: HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths.len(), files.len(), "no file is there twice");
        for file in files.iter().filter(|file| file.path.ends_with(".html")) {
            let text = std::str::from_utf8(&file.bytes).expect("text");
            assert!(!text.contains("{{") && !text.contains("\"/"), "{}", file.path);
            for named in ["href=\"", "src=\""] {
                for address in text.split(named).skip(1).filter_map(|rest| rest.split('"').next()) {
                    if !address.starts_with("https:") && !address.starts_with('#') {
                        let target = target(&file.path, address);
                        assert!(paths.contains(target.as_str()), "{}: {address}", file.path);
                    }
                }
            }
        }
        let keeper = files.iter().find(|file| file.path == "worker.js").expect("a keeper");
        let keeper = std::str::from_utf8(&keeper.bytes).expect("text");
        for path in paths.iter().filter(|path| **path != "worker.js") {
            assert!(keeper.contains(&format!("\"{path}\"")), "{path} is kept");
        }
        for page in
            ["index.html", "game.html", "de/puzzles.html", "rules/scenario/min-move.html", "worker.js"]
        {
            assert!(paths.contains(page), "{page}");
        }
    }
}
