//! The page: static files inside the program.

use super::refusal::Refusal;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

const HTML: &str = "text/html; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";

const FILES: &[(&str, &str, &str)] = &[
    ("style.css", CSS, include_str!("web/style.css")),
    ("icon.svg", SVG, include_str!("web/icon.svg")),
    ("main.js", JS, include_str!("web/main.js")),
    ("net.js", JS, include_str!("web/net.js")),
    ("board.js", JS, include_str!("web/board.js")),
    ("figures.js", JS, include_str!("web/figures.js")),
    ("marks.js", JS, include_str!("web/marks.js")),
    ("way.js", JS, include_str!("web/way.js")),
    ("region.js", JS, include_str!("web/region.js")),
    ("legal.js", JS, include_str!("web/legal.js")),
    ("hand.js", JS, include_str!("web/hand.js")),
    ("keys.js", JS, include_str!("web/keys.js")),
    ("fine.js", JS, include_str!("web/fine.js")),
    ("side.js", JS, include_str!("web/side.js")),
    ("dialogs.js", JS, include_str!("web/dialogs.js")),
    ("newgame.js", JS, include_str!("web/newgame.js")),
    ("params.js", JS, include_str!("web/params.js")),
];

/// The page itself, for the front and for every game: the address tells it which.
pub async fn front() -> Response {
    ([(CONTENT_TYPE, HTML)], include_str!("web/index.html")).into_response()
}

/// What is said at an address where there is nothing: to a person with a way on, to a program as always.
pub async fn nothing(uri: Uri) -> Response {
    if uri.path().starts_with("/api/") {
        return Refusal::new("unknown", "there is nothing at this address").into_response();
    }
    let page = include_str!("web/nothing.html");
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, HTML)], page).into_response()
}

/// One of its files.
///
/// # Errors
/// When there is none of that name.
pub async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    let found = FILES.iter().find(|(known, ..)| *known == name);
    let (_, kind, body) = found.ok_or_else(|| Refusal::new("unknown", "there is no such file"))?;
    Ok(([(CONTENT_TYPE, *kind)], *body).into_response())
}
