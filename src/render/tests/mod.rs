//! The renderer as a whole: laws over the demonstration scenes, and probes of single pixels.

mod demo;
mod glued;

use super::canvas::drawing::{Drawing, Ink};
use super::canvas::palette;
use super::*;
use crate::chess::{Color, Role};
use bitmap::Bitmap;
use glam::DVec2;
use resvg::{tiny_skia, usvg};

/// Writes the demonstration pictures for the eye: `RENDER_DEMO=DIR cargo test --lib demo -- --ignored`.
#[test]
#[ignore = "writes pictures for people to look at, into the folder that RENDER_DEMO names"]
fn write_demo() {
    let folder =
        std::path::PathBuf::from(std::env::var_os("RENDER_DEMO").expect("RENDER_DEMO names a folder"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let flat = demo::all().into_iter().map(|(name, scene)| (name.to_owned(), scene));
    for (name, scene) in flat.chain(glued::all()) {
        for size in [600, 1200] {
            let bytes = png(&scene, size).expect(&name);
            std::fs::write(folder.join(format!("{name}-{size}.png")), bytes).expect("written");
        }
        std::fs::write(folder.join(format!("{name}.svg")), svg(&scene, 600).expect(&name)).expect("written");
    }
    let frames = demo::frames();
    let bytes = gif(&frames, 600, &vec![100; frames.len()]).expect("a gif");
    std::fs::write(folder.join("game.gif"), bytes).expect("written");
}

fn drawn(scene: &Scene) -> Drawing<'static> {
    let fonts = Fonts::load(None).expect("fonts");
    let page = Page::holding(std::slice::from_ref(scene), &fonts);
    page::draw(scene, &page, fonts)
}

fn rasterise(scene: &Scene, size: u32) -> Result<Bitmap, RenderError> {
    Painter::new().rasterise(scene, size)
}

/// The empty plane, 8 by 8, with marks: its pixels at 600, and where a point of the board is in them.
fn probe<M: Into<Mark>>(marks: impl IntoIterator<Item = M>) -> (Bitmap, impl Fn(f64, f64) -> (u32, u32)) {
    let mut scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 }).with(marks);
    scene.key = Key::Hidden;
    let page = page::to_page_of(&scene);
    let at = move |x: f64, y: f64| {
        let p = page.point(DVec2::new(x, y));
        (p.x as u32, p.y as u32)
    };
    (rasterise(&scene, 600).expect("drawn"), at)
}

fn near(found: [u8; 3], wanted: Ink) -> bool {
    let (r, g, b) = wanted.rgb;
    found.iter().zip([r, g, b]).all(|(a, b)| a.abs_diff(b) <= 3)
}

fn span(from: f64, to: f64, start: End, end: End, effect: Effect) -> LegalSpan {
    let track = Track::line(DVec2::new(1.0, 4.5), DVec2::new(7.0, 4.5));
    LegalSpan { track, from, to, start, end, effect }
}

#[test]
fn nothing_is_cut_off() {
    for (name, scene) in demo::all() {
        let drawing = drawn(&scene);
        for fill in &drawing.fills {
            let (low, high) = fill.outline.bounds().expect("something");
            let inside = low.min_element() >= 0.0 && high.x <= Drawing::WIDTH && high.y <= drawing.height;
            assert!(inside, "{name}: {low} {high} on a page {} tall", drawing.height);
        }
    }
}

/// Holds a picture's pixels against those that another program draws from its SVG.
fn assert_agreement(name: &str, scene: &Scene) {
    let ours = rasterise(scene, 400).expect(name);
    let text = svg(scene, 400).expect(name);
    let tree = usvg::Tree::from_str(&text, &usvg::Options::default()).expect("well-formed SVG");
    let mut theirs = tiny_skia::Pixmap::new(ours.width, ours.height).expect("a size");
    assert_eq!((tree.size().width() as u32, tree.size().height() as u32), (ours.width, ours.height));
    resvg::render(&tree, tiny_skia::Transform::default(), &mut theirs.as_mut());
    let pairs = ours.rgb.chunks_exact(3).zip(theirs.data().chunks_exact(4));
    let apart = |(a, b): (&[u8], &[u8])| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
    let differences: Vec<u8> = pairs.map(apart).collect();
    let mean = differences.iter().map(|d| f64::from(*d)).sum::<f64>() / differences.len() as f64;
    let far = differences.iter().filter(|d| **d > 90).count();
    assert!(mean < 3.0 && far * 1000 < differences.len(), "{name}: mean {mean}, {far} pixels far apart");
}

#[test]
fn png_and_svg_agree() {
    for (name, scene) in demo::all() {
        assert_agreement(name, &scene);
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let (_, scene) = demo::all().swap_remove(1);
    assert_eq!(png(&scene, 300).expect("png"), png(&scene, 300).expect("png"));
    assert_eq!(svg(&scene, 300).expect("svg"), svg(&scene, 300).expect("svg"));
    let frames = demo::frames();
    let times = vec![50; frames.len()];
    assert_eq!(gif(&frames, 200, &times).expect("gif"), gif(&frames, 200, &times).expect("gif"));
}

#[test]
fn a_picture_is_as_wide_as_asked() {
    let scene = Scene::new(Ground::Squares { files: 8, ranks: 8 });
    for size in [64, 600, 1201] {
        let bytes = png(&scene, size).expect("png");
        assert_eq!(bytes[16..20], size.to_be_bytes());
    }
    assert!(matches!(png(&scene, 63), Err(RenderError::Size(63))));
    assert!(matches!(svg(&scene, 10_000), Err(RenderError::Size(10_000))));
}

#[test]
fn sides_differ_in_brightness() {
    // A pawn's figure leaves the token free to its right.
    let piece = |x: f64, color| Piece::disc(DVec2::new(x, 4.5), 0.25, color, Role::Pawn);
    let (bitmap, at) = probe([piece(2.0, Color::White), piece(6.0, Color::Black)]);
    let body = |x: f64| {
        let (px, py) = at(x + 0.18, 4.55);
        bitmap.pixel(px, py)
    };
    assert!(near(body(2.0), palette::body(Color::White)));
    assert!(near(body(6.0), palette::body(Color::Black)));
}

#[test]
fn a_disc_is_to_scale() {
    let (bitmap, at) = probe([Piece::disc(DVec2::new(4.5, 4.5), 0.25, Color::Black, Role::King)]);
    let (middle, row) = at(4.5, 4.5);
    let dark = (middle - 40..middle + 40).filter(|x| bitmap.pixel(*x, row)[0] < 100);
    let (first, last) = (dark.clone().min().expect("a disc"), dark.max().expect("a disc"));
    let unit = f64::from(at(5.5, 4.5).0 - at(4.5, 4.5).0);
    assert!((f64::from(last - first + 1) - 0.5 * unit).abs() <= 2.0);
}

#[test]
fn open_ends_are_hollow_and_closed_ones_are_not() {
    let (bitmap, at) = probe([span(1.0, 4.0, End::Closed, End::Open, Effect::Quiet)]);
    let pixel = |x: f64| {
        let (px, py) = at(x, 4.5);
        bitmap.pixel(px, py)
    };
    assert!(near(pixel(2.0), palette::LEGAL));
    assert!(near(pixel(3.5), palette::LEGAL));
    assert!(near(pixel(5.0), palette::PAPER), "{:?}", pixel(5.0));
    assert!(near(pixel(6.3), palette::GROUND));
}

#[test]
fn an_open_end_is_seen_within_the_capture_that_closes_it() {
    let quiet = span(1.0, 4.0, End::Closed, End::Open, Effect::Quiet);
    let taken = span(4.0, 4.0, End::Closed, End::Closed, Effect::Capture);
    let (bitmap, at) = probe([taken, quiet]);
    let (x, y) = at(5.0, 4.5);
    assert!(near(bitmap.pixel(x, y), palette::PAPER));
    let ring = (y - 9..y).filter(|row| near(bitmap.pixel(x, *row), palette::CAPTURE)).count();
    assert!(ring >= 1, "a ring of the capture's colour about it");
}

#[test]
fn a_capture_within_the_subject_itself_is_seen() {
    let queen =
        Piece::disc(DVec2::new(1.0, 4.5), 0.25, Color::White, Role::Queen).standing(Standing::Subject);
    let touching = span(0.0, 0.0, End::Closed, End::Closed, Effect::Capture);
    let (bitmap, at) = probe([Mark::from(queen), touching.into()]);
    let (x, y) = at(1.0, 4.5);
    assert!(near(bitmap.pixel(x, y), palette::CAPTURE));
}

#[test]
fn an_attacked_area_is_no_darker_where_its_shapes_overlap() {
    let disc = |x: f64| Shape::Disc { centre: DVec2::new(x, 4.5), radius: 1.0 };
    let once = probe([Area { color: Color::White, shapes: vec![disc(4.0)] }]);
    let often = probe([Area { color: Color::White, shapes: vec![disc(4.0), disc(4.2), disc(4.0)] }]);
    for step in 0..40 {
        let (x, y) = once.1(3.4 + f64::from(step) * 0.02, 4.3);
        assert_eq!(once.0.pixel(x, y), often.0.pixel(x, y));
    }
}

#[test]
fn what_is_not_finite_is_refused() {
    let scene = |mark: Mark| Scene::new(Ground::Plane { width: 8.0, height: 8.0 }).with([mark]);
    let nowhere = Piece::disc(DVec2::new(f64::NAN, 1.0), 0.25, Color::White, Role::King);
    assert!(matches!(png(&scene(nowhere.into()), 300), Err(RenderError::Number("a piece"))));
    let flat = Area { color: Color::White, shapes: vec![Shape::Disc { centre: DVec2::ZERO, radius: 0.0 }] };
    assert!(matches!(svg(&scene(flat.into()), 300), Err(RenderError::Number("an attacked area"))));
    let board = Scene::new(Ground::Plane { width: f64::INFINITY, height: 8.0 });
    assert!(matches!(png(&board, 300), Err(RenderError::Number("the board"))));
}

#[test]
fn a_gif_shows_every_frame_for_its_time() {
    let frames = demo::frames();
    let times: Vec<u16> = (0..).step_by(10).skip(3).take(frames.len()).collect();
    let bytes = gif(&frames, 300, &times).expect("gif");
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![0u8; width * height * 4];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        shown.push(frame.delay);
        for (row, line) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
            let start = ((usize::from(frame.top) + row) * width + usize::from(frame.left)) * 4;
            screen[start..start + line.len()].copy_from_slice(line);
        }
    }
    assert_eq!(shown, times);
    // What is on the screen at the end is the last scene, within what a palette can do.
    let fonts = Fonts::load(None).expect("fonts");
    let page = Page::holding(&frames, &fonts);
    let last = page::draw(&frames[frames.len() - 1], &page, fonts);
    let wanted = bitmap::draw(&last, 300).expect("pixels");
    let pairs = wanted.rgb.chunks_exact(3).zip(screen.chunks_exact(4));
    let worst = pairs.flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b))).max();
    assert!(worst.is_some_and(|w| w <= 24), "{worst:?}");
    assert!(matches!(gif(&frames, 300, &[1]), Err(RenderError::Frames { .. })));
}

#[test]
fn the_captures_of_a_leaper_are_drawn_above_their_victim() {
    let at = DVec2::new(4.5, 4.5);
    let victim = Piece::disc(at, 0.25, Color::Black, Role::Queen).standing(Standing::Capturable);
    let stop = LegalSpan {
        track: Track::line(at, at + DVec2::X),
        from: 0.0,
        to: 0.0,
        start: End::Closed,
        end: End::Closed,
        effect: Effect::Capture,
    };
    let (bitmap, place) = probe([Mark::from(victim), stop.into()]);
    let (x, y) = place(4.5, 4.5);
    assert!(near(bitmap.pixel(x, y), palette::CAPTURE));
    // Along the rim there are dashes and gaps between them.
    let rim = (0..360).map(|i| at + 0.24 * DVec2::from_angle(f64::from(i).to_radians()));
    let dark = rim.filter(|p| {
        let (x, y) = place(p.x, p.y);
        bitmap.pixel(x, y)[0] < 120
    });
    assert!((100..300).contains(&dark.count()));
}

#[test]
fn a_region_of_landings_is_seen_over_what_it_takes() {
    let at = DVec2::new(4.5, 4.5);
    let square = [(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)].map(DVec2::from).to_vec();
    let borders = vec![Border { points: square, end: End::Closed }];
    let victim = || Piece::disc(at, 0.25, Color::White, Role::Pawn).standing(Standing::Capturable);
    let (bare, place) = probe([victim()]);
    let (landed, _) = probe([Mark::from(victim()), Region { borders, effect: Effect::Capture }.into()]);
    let (x, y) = place(4.5 + 0.2, 4.5);
    assert!(bare.pixel(x, y)[2] > landed.pixel(x, y)[2].saturating_add(40));
}

#[test]
fn insets_enlarge_at_least_half_as_much_again_and_stay_on_the_board() {
    let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 });
    let bare = drawn(&scene).height;
    assert_eq!(drawn(&scene.clone().enlarging(DVec2::splat(4.0), 1.4)).height, bare);
    // In a corner, the square that is enlarged moves in, so its frame is drawn on the board.
    let corner = scene.clone().enlarging(DVec2::new(8.0, 8.0), 0.6);
    let (with, middle) = (drawn(&corner), drawn(&scene.enlarging(DVec2::splat(4.0), 0.6)));
    assert!(with.height > bare && with.height == middle.height);
    let beyond = |fill: &canvas::drawing::Fill| {
        let (low, high) = fill.outline.bounds().expect("something");
        low.min_element() < 0.0 || high.x > Drawing::WIDTH || high.y > with.height
    };
    assert!(!with.fills.iter().any(beyond));
}

#[test]
fn the_key_names_only_what_is_drawn() {
    let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 });
    let leap = |length: f64| Lane {
        track: Track::line(DVec2::splat(4.0), DVec2::new(4.0 + length, 4.0)),
        radius: 0.25,
        color: Color::White,
        passage: Passage::Leap,
        number: String::new(),
    };
    assert!(page::key_of(&scene.clone().with([leap(0.1)])).is_empty());
    assert_eq!(page::key_of(&scene.clone().with([leap(1.0)])), ["leap of White"]);
    // What is too short on the board may be long enough in an inset.
    assert_eq!(
        page::key_of(&scene.clone().with([leap(0.1)]).enlarging(DVec2::splat(4.0), 0.2)),
        ["leap of White"]
    );
    let closed = span(1.0, 2.0, End::Closed, End::Closed, Effect::Quiet);
    assert_eq!(page::key_of(&scene.clone().with([closed])), ["legal stops"]);
    let open = span(1.0, 2.0, End::Closed, End::Open, Effect::Capture);
    let scene = scene.with([open]);
    assert_eq!(page::key_of(&scene), ["stops that capture", "hollow end: not itself legal"]);
    let mates = Scene { key: Key::Mates, ..scene.clone() };
    assert_eq!(page::key_of(&mates), ["captures and mates", "hollow end: does not mate"]);
    let solutions = Scene { key: Key::Solutions, ..scene };
    assert_eq!(page::key_of(&solutions), ["keys that capture", "hollow end: no key"]);
}

#[test]
fn a_turn_that_was_made_has_the_colour_of_its_side_and_its_number() {
    for color in [Color::White, Color::Black] {
        let turn = |number: &str| Turned {
            at: DVec2::new(4.5, 4.5),
            radius: 1.0,
            from: 0.0,
            to: 1.5,
            color,
            number: number.to_owned(),
        };
        let (bitmap, at) = probe([turn("")]);
        let on_arc = |angle: f64| {
            let (x, y) = at(4.5 + angle.cos(), 4.5 + angle.sin());
            bitmap.pixel(x, y)
        };
        assert!(near(on_arc(0.4), palette::side(color)), "{:?}", on_arc(0.4));
        assert!(near(on_arc(-0.4), palette::GROUND));
        let (numbered, _) = probe([turn("7")]);
        assert!(numbered != bitmap);
        let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 }).with([turn("7")]);
        assert_eq!(
            page::key_of(&scene),
            [if color == Color::White { "turn of White" } else { "turn of Black" }]
        );
    }
}

#[test]
fn characters_that_no_font_has_are_named() {
    let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 }).titled("Ладья, Πύργος, 塔と塔");
    assert_eq!(Painter::new().missing(&scene).expect("fonts"), ['と', '塔']);
    assert!(Painter::with_font(b"no font".to_vec()).is_err());
}
