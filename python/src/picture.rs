//! Pictures of positions and games.

use crate::convert::label;
use crate::errors::refusal;
use continuum::Game;
use continuum::depict::{Show, depict};
use continuum::render::{self, Scene};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The subject and the size of a picture.
pub struct Drawing<'a> {
    pub size: u32,
    pub legal: Option<&'a str>,
    pub attacks: Option<&'a str>,
    pub mates: bool,
    pub paths: bool,
    pub title: Option<&'a str>,
}

/// The default width of a picture, in pixels.
pub const WIDTH: u32 = 480;

impl Default for Drawing<'_> {
    fn default() -> Self {
        Drawing { size: WIDTH, legal: None, attacks: None, mates: false, paths: false, title: None }
    }
}

impl Drawing<'_> {
    fn show(&self) -> PyResult<Show> {
        let mut shows = Vec::new();
        if let Some(piece) = self.legal {
            shows.push(Show::Legal(label(piece)?));
        }
        if let Some(side) = self.attacks {
            shows.push(Show::Attacks(side.parse().map_err(refusal)?));
        }
        if self.mates {
            shows.push(Show::Mates);
        }
        if self.paths {
            shows.push(Show::Paths);
        }
        match shows[..] {
            [] => Ok(Show::LastMove),
            [show] => Ok(show),
            _ => Err(refusal("a picture shows one of legal, attacks, mates and paths: give one of them")),
        }
    }

    fn scene(&self, game: &Game, ply: usize, show: Show) -> PyResult<Scene> {
        let scene = depict(game, ply, show).map_err(refusal)?;
        Ok(match self.title {
            Some(title) => scene.titled(title),
            None => scene,
        })
    }
}

/// Returns the picture of a game after `ply` plies, or after its last, as an SVG document.
pub fn svg(py: Python<'_>, game: &Game, ply: Option<usize>, drawing: &Drawing<'_>) -> PyResult<String> {
    let show = drawing.show()?;
    py.detach(|| {
        let scene = drawing.scene(game, ply.unwrap_or(game.plies().len()), show)?;
        render::svg(&scene, drawing.size).map_err(refusal)
    })
}

/// Returns the picture of `svg` as a PNG.
pub fn png<'py>(
    py: Python<'py>,
    game: &Game,
    ply: Option<usize>,
    drawing: &Drawing<'_>,
) -> PyResult<Bound<'py, PyBytes>> {
    let show = drawing.show()?;
    let bytes = py.detach(|| {
        let scene = drawing.scene(game, ply.unwrap_or(game.plies().len()), show)?;
        render::png(&scene, drawing.size).map_err(refusal)
    });
    Ok(PyBytes::new(py, &bytes?))
}

/// Returns a game as an animated GIF, each position shown for some seconds.
pub fn gif<'py>(
    py: Python<'py>,
    game: &Game,
    seconds: f64,
    drawing: &Drawing<'_>,
) -> PyResult<Bound<'py, PyBytes>> {
    let show = drawing.show()?;
    let hundredths = seconds * 100.0;
    if !(1.0..=f64::from(u16::MAX)).contains(&hundredths) {
        return Err(refusal(format!("{seconds} is not a number of seconds from 0.01 to 655")));
    }
    let bytes = py.detach(|| {
        let scenes = (0..=game.plies().len()).map(|ply| drawing.scene(game, ply, show));
        let scenes: Vec<Scene> = scenes.collect::<PyResult<_>>()?;
        let times = vec![hundredths as u16; scenes.len()];
        render::gif(&scenes, drawing.size, &times).map_err(refusal)
    });
    Ok(PyBytes::new(py, &bytes?))
}
