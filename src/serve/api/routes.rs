//! The addresses of the server, and the handlers of their requests.

use super::socket;
use super::{page, scenarios};
use crate::answers::limits::WORK;
use crate::answers::picture::{self, Format};
use crate::answers::{self, ApiError, ApiReason, NewGame, read, read_search, worked_out, write_scenario};
use crate::budget::StopSignal;
use crate::serve::games::{OpenGames, StopOnDrop};
use crate::serve::limits;
use crate::serve::net::{Client, Hosts};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HOST, HeaderMap, ORIGIN};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use serde::Deserialize;
use std::sync::Arc;
use tokio::sync::oneshot;

type Answer = Result<Response, ApiError>;

/// The games of the server, as a handler gets them.
type Games = State<Arc<OpenGames>>;

type Visitor = Extension<Client>;

/// Returns the routes of every address that the server answers.
pub fn router(games: OpenGames, hosts: Hosts) -> Router {
    let hosts = Arc::new(hosts);
    page::prepare();
    let page_named = |name| get(move |request: HeaderMap| async move { page::answer_page(name, &request) });
    let mut routes = Router::new().route("/", page_named("front"));
    for name in ["puzzles", "analysis", "editor", "learn", "offline", "manifest.webmanifest", "worker.js"] {
        routes = routes.route(&format!("/{name}"), page_named(name));
    }
    routes
        .route("/game/{id}", get(game_page))
        .route("/rules/{page}", get(rules_page))
        .route("/rules/scenario/{name}", get(scenario_page))
        .route("/web/{version}/{file}", get(page::answer_file))
        .route("/web/{version}/pictures/{file}", get(scenario_picture))
        .route("/api/positions", post(answer_question))
        .route("/api/positions/lines", post(answer_by_search))
        .route("/api/positions/worth", post(answer_by_search))
        .route("/api/positions/landing", post(answer_by_search))
        .route("/api/positions/picture", post(answer_question))
        .route("/api/boards", post(answer_question))
        .route("/api/analyses/read", post(answer_question))
        .route("/api/analyses/write", post(answer_question))
        .route("/api/variants", get(answer_question).post(answer_question))
        .route("/api/puzzles", get(answer_question))
        .route("/api/puzzles/{id}", get(answer_question).post(answer_question))
        .route("/api/puzzles/{id}/answers", get(answer_question))
        .route("/api/games", post(create_game))
        .route("/api/challenges", get(list_challenges))
        .route("/api/challenges/{id}", post(join_challenge))
        .route("/api/games/{id}", get(brief_of_game))
        .route("/api/games/{id}/socket", get(open_socket))
        .route("/api/games/{id}/scenario.toml", get(scenario_of_game))
        .route("/api/games/{id}/picture.png", get(picture_of_game))
        .route("/api/games/{id}/picture.svg", get(picture_of_game))
        .fallback(page::answer_unknown)
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .layer(from_fn(move |request, next| guard(hosts.clone(), request, next)))
        .with_state(Arc::new(games))
}

/// The content security policy of the pages: a browser loads nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Refuses requests that [`check_origin`] refuses, and gives each answer the headers of [`add_headers`].
async fn guard(hosts: Arc<Hosts>, request: Request, next: Next) -> Response {
    let is_file = request.uri().path().starts_with("/web/");
    let mut response = match check_origin(&hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert("connection", HeaderValue::from_static("close"));
    }
    add_headers(response.headers_mut(), is_file);
    response
}

/// Adds the headers that tell browsers what they may keep, and forbid them to load anything from elsewhere.
fn add_headers(headers: &mut HeaderMap, is_file: bool) {
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    headers.insert("referrer-policy", HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    // Scripts and styles obey the policy of their page. Without a policy of their own the first visit is a tenth shorter.
    let media_type = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let is_script_or_style =
        media_type.starts_with(b"text/javascript") || media_type.starts_with(b"text/css");
    if !(is_file && is_script_or_style) {
        headers.insert("content-security-policy", HeaderValue::from_static(POLICY));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
}

/// Refuses a request with several host names or a foreign one, or from a page of another site.
fn check_origin(hosts: &Hosts, request: &Request) -> Result<(), ApiError> {
    // A proxy may have read one of the names, and this server would read another.
    if request.headers().get_all(HOST).iter().count() > 1 {
        return Err(ApiError::request("the request has several `Host` headers: send one"));
    }
    if let Some(host) = foreign_host(hosts, request) {
        let message = format!(
            "this server does not answer as `{host}`: open it by the address that it printed, or start it with \
             --allow-host NAME"
        );
        return Err(ApiError::new(ApiReason::Host, message));
    }
    if !is_from_own_page(request.headers()) {
        return Err(ApiError::new(ApiReason::Side, "this request comes from another site's page"));
    }
    Ok(())
}

/// Returns the host that a request names, if the server does not answer under this name.
fn foreign_host(hosts: &Hosts, request: &Request) -> Option<String> {
    let header = request.headers().get(HOST);
    let header_host = header.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let uri_host = request.uri().authority().map(ToString::to_string);
    [header_host, uri_host].into_iter().flatten().find(|host| !hosts.allows(host))
}

/// Whether a request comes from the server's own page. A request without an `Origin` is taken to come from there.
fn is_from_own_page(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Some(Ok(host)) = headers.get(HOST).map(HeaderValue::to_str) else { return false };
    let Some((_, site)) = origin.to_str().unwrap_or_default().split_once("://") else { return false };
    site.eq_ignore_ascii_case(host)
}

/// Answers with the page of a game. If the game cannot be opened, the page shows the reason.
async fn game_page(
    State(games): Games,
    Extension(client): Visitor,
    Path(id): Path<String>,
    request: HeaderMap,
) -> Response {
    let work = move || {
        let opening = games.get(&id).and_then(|game| game.opening());
        Ok(page::answer_game(opening, &request))
    };
    client.run(work).await.unwrap_or_else(IntoResponse::into_response)
}

async fn rules_page(Path(name): Path<String>, request: HeaderMap) -> Response {
    page::answer_page(&format!("rules/{name}"), &request)
}

/// Answers with the page of a scenario, or with the page for unknown addresses.
async fn scenario_page(Extension(client): Visitor, Path(name): Path<String>, request: HeaderMap) -> Response {
    match client.run(move || scenarios::page(&name)).await {
        Ok(page) => page::answer_rules(&page, &request),
        Err(_) => page::answer_not_found(&request),
    }
}

async fn scenario_picture(
    Extension(client): Visitor,
    Path((version, file)): Path<(String, String)>,
) -> Answer {
    let work = move || worked_out(WORK, || scenarios::draw(file.trim_end_matches(".png")));
    let drawn = client.run(work).await?;
    Ok(page::with_caching(&version, ([(CONTENT_TYPE, "image/png")], drawn).into_response()))
}

/// Returns the name of a question: its address below `/api/`.
fn question(uri: &Uri) -> &str {
    uri.path().strip_prefix("/api/").unwrap_or_default()
}

/// Answers a question that belongs to no game.
async fn answer_question(Extension(client): Visitor, method: Method, uri: Uri, body: Bytes) -> Answer {
    let body = if method == Method::POST { Some(body) } else { None };
    let work = move || answers::answer(question(&uri), body.as_deref());
    Ok(response_of(client.run(work).await?))
}

/// Answers a question that needs a search and belongs to no game. The search ends if the visitor leaves.
async fn answer_by_search(State(games): Games, Extension(client): Visitor, uri: Uri, body: Bytes) -> Answer {
    let stop_on_drop = StopOnDrop(StopSignal::new());
    let (sender, receiver) = oneshot::channel();
    let (address, stop) = (client.address(), stop_on_drop.0.clone());
    let begin = move || {
        games.advise(read_search(question(&uri), &body)?, address, stop, sender);
        Ok(())
    };
    client.run(begin).await?;
    let answer = receiver.await.map_err(|_| ApiError::server("the search broke off"))?;
    Ok(response_of(answer?))
}

fn response_of(answer: answers::Answer) -> Response {
    ([(CONTENT_TYPE, answer.media_type)], answer.bytes).into_response()
}

/// Makes a game, and answers with its name and the secrets of its sides.
async fn create_game(State(games): Games, Extension(client): Visitor, body: Bytes) -> Answer {
    let maker = client.clone();
    let work = move || {
        let new: NewGame = read(&body)?;
        maker.count_new_game()?;
        games.create(&new, maker.address())
    };
    let made = client.run(work).await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

async fn list_challenges(State(games): Games, Extension(client): Visitor) -> Answer {
    let challenges = client.run(move || Ok(games.challenges())).await?;
    Ok(Json(serde_json::json!({ "challenges": challenges })).into_response())
}

/// Gives the free side of a game to a visitor. The game counts as a new game of the visitor's address.
async fn join_challenge(State(games): Games, Extension(client): Visitor, Path(id): Path<String>) -> Answer {
    let guest = client.clone();
    let work = move || {
        guest.count_new_game()?;
        games.join(&id)
    };
    Ok(Json(client.run(work).await?).into_response())
}

async fn brief_of_game(State(games): Games, Extension(client): Visitor, Path(id): Path<String>) -> Answer {
    let brief = client.run(move || Ok(games.get(&id)?.brief())).await?;
    Ok(Json(brief).into_response())
}

async fn open_socket(
    State(games): Games,
    Path(id): Path<String>,
    Extension(client): Visitor,
    upgrade: WebSocketUpgrade,
) -> Answer {
    let all_games = games.clone();
    let game = client.run(move || all_games.get(&id)).await?;
    Ok(upgrade
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES)
        .write_buffer_size(0)
        .on_upgrade(async move |socket| socket::serve(socket, games, game, client).await))
}

async fn scenario_of_game(State(games): Games, Extension(client): Visitor, Path(id): Path<String>) -> Answer {
    let work = move || {
        let game = games.get(&id)?;
        let text = write_scenario(&game.title, &game.game(), &[]).map_err(ApiError::server)?;
        Ok(download(&format!("{id}.toml"), "application/toml", text))
    };
    client.run(work).await
}

/// The width of a picture for which a request names no width, in pixels.
const DEFAULT_WIDTH: u32 = 900;

#[derive(Deserialize)]
struct PictureQuery {
    /// The number of moves before the position; the present position if left out.
    ply: Option<usize>,
    /// The width in pixels.
    size: Option<u32>,
}

async fn picture_of_game(
    State(games): Games,
    Extension(client): Visitor,
    Path(id): Path<String>,
    Query(wanted): Query<PictureQuery>,
    uri: Uri,
) -> Answer {
    let (extension, format) =
        if uri.path().ends_with(".svg") { ("svg", Format::Svg) } else { ("png", Format::Png) };
    let work = move || {
        let game = games.get(&id)?.game();
        let width = wanted.size.unwrap_or(DEFAULT_WIDTH);
        let drawn = worked_out(WORK, || picture::draw(&game, wanted.ply, width, format))?;
        Ok(download(&format!("{id}.{extension}"), format.media_type(), drawn))
    };
    client.run(work).await
}

/// Returns an answer that a browser saves as a file.
fn download(name: &str, media_type: &'static str, body: impl Into<axum::body::Body>) -> Response {
    let disposition = format!("attachment; filename=\"continuum-{name}\"");
    let headers = [(CONTENT_TYPE, media_type.to_owned()), (CONTENT_DISPOSITION, disposition)];
    (headers, body.into()).into_response()
}
