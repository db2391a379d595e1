//! Pictures through the library: what scenes show, pixel by pixel, and what whole games become.

mod games;
mod glued;
mod pages;
mod pixels;
mod tracks;

use continuum::chess::{Color, Role};
use continuum::render::{self, BoardMark, DrawnPiece, Ground, Scene};
use glam::DVec2;

/// Colours of the palette.
const PAPER: u32 = 0xFFFFFF;
const GROUND: u32 = 0xF7F3EA;
const LEGAL: u32 = 0x009E73;
const CAPTURE: u32 = 0xD55E00;
const WHITE_MOVES: u32 = 0xE69F00;
const BLACK_MOVES: u32 = 0x0072B2;

/// The plane of a usual game.
fn plane() -> Scene {
    Scene::new(Ground::Plane { width: 8.0, height: 8.0 })
}

/// Eight-bit RGB as a PNG holds it.
struct Bitmap {
    width: usize,
    rgb: Vec<u8>,
}

impl Bitmap {
    fn of(scene: &Scene, size: u32) -> Bitmap {
        let bytes = render::png(scene, size).expect("a picture");
        let mut reader = png::Decoder::new(&bytes[..]).read_info().expect("a PNG");
        let mut rgb = vec![0; reader.output_buffer_size()];
        let width = reader.next_frame(&mut rgb).expect("pixels").width as usize;
        Bitmap { width, rgb }
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * 3;
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// The middle of all that differs from another picture of the same size.
    fn middle_of_change(&self, other: &Bitmap) -> DVec2 {
        let pixels = self.rgb.chunks(3).zip(other.rgb.chunks(3)).enumerate();
        let places = pixels
            .filter(|(_, (a, b))| a != b)
            .map(|(i, _)| DVec2::new((i % self.width) as f64, (i / self.width) as f64));
        let boxes = places.map(|p| (p, p)).reduce(|(low, high), (p, _)| (low.min(p), high.max(p)));
        boxes.map(|(low, high)| (low + high + 1.0) / 2.0).expect("a change")
    }
}

/// A scene's pixels at a width of 600, asked for by places of the board. Where those are in the picture is seen from
/// two pieces on the same board.
struct Probe {
    bitmap: Bitmap,
    origin: DVec2,
    unit: f64,
}

impl Probe {
    fn of(scene: Scene) -> Probe {
        let bare = Scene { legend: None, ..Scene::new(scene.ground.clone()) };
        let empty = Bitmap::of(&bare, 600);
        let [a, b] = [3.0, 5.0].map(|x| {
            let piece = DrawnPiece::disc(DVec2::splat(x), 0.25, Color::Black, Role::Pawn);
            Bitmap::of(&bare.clone().with([piece]), 600).middle_of_change(&empty)
        });
        let unit = (b.x - a.x) / 2.0;
        let bitmap = Bitmap::of(&Scene { legend: None, ..scene }, 600);
        Probe { bitmap, origin: a - DVec2::new(3.0, -3.0) * unit, unit }
    }

    /// The pixel at a place of the board.
    fn at(&self, p: impl Into<DVec2>) -> [u8; 3] {
        let there = self.origin + p.into() * DVec2::new(self.unit, -self.unit);
        self.bitmap.pixel(there.x as usize, there.y as usize)
    }

    fn is(&self, p: impl Into<DVec2>, wanted: u32) -> bool {
        near(self.at(p), wanted)
    }
}

/// The plane with marks.
fn probe<M: Into<BoardMark>>(marks: impl IntoIterator<Item = M>) -> Probe {
    Probe::of(plane().with(marks))
}

fn near(found: [u8; 3], wanted: u32) -> bool {
    let wanted = [wanted >> 16, wanted >> 8, wanted].map(|channel| channel as u8);
    found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 3)
}
