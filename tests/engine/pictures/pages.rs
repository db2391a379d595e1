//! Pages as a whole, and the files that they become.

use super::{Bitmap, plane};
use continuum::chess::{Color, Role};
use continuum::depict::{Show, depict};
use continuum::geom::Interval;
use continuum::render::{
    self, Area, AreaMeaning, BoardMark, DrawnPiece, DrawnShape, Ground, LegalSpan, MovePath, Painter,
    Passage, Projection, RenderError, Scene, StopEffect, Track, Wording,
};
use continuum::scenario;
use glam::DVec2;
use resvg::{tiny_skia, usvg};
use std::path::Path;

/// Pictures of scenarios of all boards, seen in every way.
fn scenes() -> Vec<(&'static str, Scene)> {
    let drawn = |(name, show, view): (&'static str, Show, Projection)| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(format!("{name}.toml"));
        let game = scenario::run(&file).expect(name).game;
        let ply = if show == Show::Paths { game.plies().len() } else { 0 };
        (name, depict(&game, ply, show).expect(name).titled(name).seen(view))
    };
    let legal = |label: &str| Show::Legal(label.parse().expect("a label"));
    let (chart, polar, solid) = (Projection::Chart, Projection::Polar, Projection::Solid);
    [
        ("short-game", Show::Paths, chart),
        ("short-game", Show::Attacks(Color::White), chart),
        ("ride-takes-three", Show::Paths, chart),
        ("interpose-exact-interval", legal("Bc"), chart),
        ("circe-rook-example", Show::Paths, chart),
        ("ring-rook-full-circle", Show::Paths, polar),
        ("disc-bishop-through-centre", Show::Paths, polar),
        ("klein-pawn-comes-out-beside", Show::Paths, chart),
        ("klein-pawn-comes-out-beside", Show::Paths, solid),
        ("torus-bishop-round", legal("Ba"), chart),
        ("torus-bishop-round", legal("Ba"), solid),
    ]
    .map(drawn)
    .to_vec()
}

/// The size of a page in the units of its outlines, and all their points.
fn outlines(scene: &Scene) -> (DVec2, Vec<DVec2>) {
    let text = render::svg(scene, 600).expect("a picture");
    let between =
        |start: &'static str| text.split(start).skip(1).map(|rest| rest.split('"').next().unwrap_or(""));
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',').expect("two coordinates");
        DVec2::new(x.parse().expect("x"), y.parse().expect("y"))
    };
    let size = between("viewBox=\"0 0 ").next().expect("a view box").replace(' ', ",");
    (point(&size), between("points=\"").flat_map(str::split_whitespace).map(point).collect())
}

#[test]
fn nothing_is_cut_off() {
    let words =
        plane().titled("Unreasonablyoverlongunbrokenwords".repeat(4)).captioned("some more ".repeat(40));
    for (name, scene) in scenes().into_iter().chain([("words", words)]) {
        let (size, points) = outlines(&scene);
        assert!(points.len() > 100, "{name}");
        for p in points {
            assert!(p.min_element() >= 0.0 && p.cmple(size).all(), "{name}: {p} on a page of {size}");
        }
    }
}

/// Another program draws the same pixels from an SVG.
#[test]
fn png_and_svg_agree() {
    for (name, scene) in scenes() {
        let (ours, text) = (Bitmap::of(&scene, 400), render::svg(&scene, 400).expect(name));
        let tree = usvg::Tree::from_str(&text, &usvg::Options::default()).expect("well-formed SVG");
        let mut theirs = tiny_skia::Pixmap::new(400, tree.size().height() as u32).expect("a size");
        assert_eq!((tree.size().width(), theirs.data().len() / 4), (400.0, ours.rgb.len() / 3), "{name}");
        resvg::render(&tree, tiny_skia::Transform::default(), &mut theirs.as_mut());
        let pairs = ours.rgb.chunks_exact(3).zip(theirs.data().chunks_exact(4));
        let apart = |(a, b): (&[u8], &[u8])| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
        let differences: Vec<u8> = pairs.map(apart).collect();
        let mean = differences.iter().map(|d| f64::from(*d)).sum::<f64>() / differences.len() as f64;
        let far = differences.iter().filter(|d| **d > 90).count();
        assert!(mean < 3.0 && far * 500 < differences.len(), "{name}: mean {mean}, {far} pixels far apart");
    }
}

#[test]
fn a_picture_is_as_wide_as_asked() {
    for size in [64, 600, 1201] {
        let bytes = render::png(&plane(), size).expect("png");
        assert_eq!(bytes[16..20], size.to_be_bytes());
    }
    assert!(matches!(render::png(&plane(), 63), Err(RenderError::Size(63))));
    assert!(matches!(render::svg(&plane(), 10_000), Err(RenderError::Size(10_000))));
}

#[test]
fn what_is_not_finite_is_refused() {
    let scene = |mark: BoardMark| plane().with([mark]);
    let nowhere = DrawnPiece::disc(DVec2::new(f64::NAN, 1.0), 0.25, Color::White, Role::King);
    assert!(matches!(render::png(&scene(nowhere.into()), 300), Err(RenderError::Number("a piece"))));
    let shapes = vec![DrawnShape::Disc { centre: DVec2::ZERO, radius: 0.0 }];
    let flat = Area { color: Color::White, shapes, meaning: AreaMeaning::Attacked };
    assert!(matches!(render::svg(&scene(flat.into()), 300), Err(RenderError::Number("an attacked area"))));
    let board = Scene::new(Ground::Plane { width: f64::INFINITY, height: 8.0 });
    assert!(matches!(render::png(&board, 300), Err(RenderError::Number("the board"))));
}

#[test]
fn a_gif_shows_every_frame_for_its_time() {
    let piece = |x: f64| DrawnPiece::disc(DVec2::new(x, 4.0), 0.25, Color::Black, Role::Rook);
    let frames: Vec<Scene> = (1..8).map(|x| plane().titled("A rook").with([piece(f64::from(x))])).collect();
    let times: Vec<u16> = (3..10).map(|i| i * 10).collect();
    let bytes = render::gif(&frames, 300, &times).expect("gif");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
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
    let wanted = Bitmap::of(&frames[6], 300);
    let pairs = wanted.rgb.chunks_exact(3).zip(screen.chunks_exact(4));
    let worst = pairs.flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b))).max();
    assert!(worst.is_some_and(|w| w <= 24), "{worst:?}");
    assert!(matches!(render::gif(&frames, 300, &[1]), Err(RenderError::Frames { .. })));
}

#[test]
fn insets_enlarge_at_least_half_as_much_again_and_stay_on_the_board() {
    let height = |scene: &Scene| outlines(scene).0.y;
    let bare = height(&plane());
    assert_eq!(height(&plane().enlarging(DVec2::splat(4.0), 1.4)), bare);
    // In a corner, the square that is enlarged moves in, so its frame is drawn on the board.
    let corner = plane().enlarging(DVec2::new(8.0, 8.0), 0.6);
    let (size, points) = outlines(&corner);
    assert!(size.y > bare && size.y == height(&plane().enlarging(DVec2::splat(4.0), 0.6)));
    assert!(points.iter().all(|p| p.min_element() >= 0.0 && p.cmple(size).all()));
}

/// What a key says is drawn as outlines: that it names something is seen by the room it takes.
#[test]
fn the_key_names_only_what_is_drawn() {
    let leap = |length: f64| MovePath {
        track: Track::line(DVec2::splat(4.0), DVec2::new(4.0 + length, 4.0)),
        radius: 0.25,
        color: Color::White,
        passage: Passage::Leap,
        number: String::new(),
    };
    let height = |scene: Scene| outlines(&scene).0.y;
    let key_of = |scene: Scene| height(scene.clone()) - height(Scene { legend: None, ..scene });
    assert_eq!(key_of(plane().with([leap(0.1)])), 0.0);
    let one_row = key_of(plane().with([leap(1.0)]));
    assert!(one_row > 0.0);
    // What is too short on the board may be long enough in an inset.
    assert_eq!(key_of(plane().with([leap(0.1)]).enlarging(DVec2::splat(4.0), 0.2)), one_row);
    let span = LegalSpan {
        track: Track::line(DVec2::ONE, DVec2::splat(5.0)),
        stretch: Interval { open_to: true, ..Interval::closed(1.0, 2.0) },
        effect: StopEffect::Capture,
    };
    let words = [Wording::Legal, Wording::Mates, Wording::Keys]
        .map(|wording| outlines(&Scene { legend: Some(wording), ..plane().with([span.clone()]) }).1.len());
    assert!(words[0] != words[1] && words[1] != words[2]);
}

#[test]
fn characters_that_cannot_be_drawn_are_named() {
    let missing = |title: &str| Painter::new().missing(&plane().titled(title)).expect("fonts");
    assert_eq!(missing("Ладья, Πύργος, 塔と塔"), ['と', '塔']);
    assert_eq!(missing("bell\u{7} \u{FFFE}"), ['\u{7}', '\u{FFFE}']);
    assert!(Painter::with_font(b"no font".to_vec()).is_err());
    let inside = "Ðéłþž ĳŵơưạỹ ŞșȚ ΑΒΓαβγάώς АБВЖЯабвжяёїѣґ ABCXYZabcxyz0189 .,;:!?()[]+-=<>√°×→−…π½–—·≤≥";
    assert!(Painter::new().missing(&plane().titled(inside).captioned(inside)).expect("fonts").is_empty());
    // Titles are bold, and the bold face has no chess figures; a further font that has them gives them alone.
    assert_eq!(missing("♔"), ['♔']);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/render/assets/figures-and-text.ttf");
    let further = Painter::with_font(std::fs::read(file).expect("a font")).expect("a font");
    assert!(further.missing(&plane().titled("♔")).expect("fonts").is_empty());
    let drawn = |title: &str| further.png(&plane().titled(title), 300).expect("a picture");
    assert!(drawn("♔") != drawn("?"));
    // Letters that would stand in the wrong order, or apart, are question marks whatever the font has.
    assert_eq!(missing("שה"), ['ה', 'ש']);
    assert!(missing("سلام नमस्ते").iter().all(|c| render::needs_layout(*c)));
    let png = |title: &str| render::png(&plane().titled(title), 300).expect("a picture");
    assert!(png("שה נמשל") == png("?? ????") && png("A") == drawn("A"));
    assert!(['A', 'ж', 'ῆ', '塔', 'ა', 'ሀ', 'Ꭰ', '한'].iter().all(|c| !render::needs_layout(*c)));
}

#[test]
fn accents_are_composed_with_their_letters() {
    let png = |text: &str| render::png(&plane().titled(text).captioned(text), 300).expect("a picture");
    assert!(png("E\u{301}checs, Da\u{308}me") == png("Échecs, Däme"));
    assert!(Painter::new().missing(&plane().titled("E\u{301}")).expect("fonts").is_empty());
}

#[test]
fn an_svg_holds_no_character_that_xml_forbids() {
    let title = "a\u{0}b\u{7}c\u{FFFE}d\u{FFFF}e & <f>\ng";
    let text = render::svg(&plane().titled(title), 300).expect("a picture");
    assert!(text.contains("<title>a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e &amp; &lt;f&gt; g</title>"));
    assert!(usvg::Tree::from_str(&text, &usvg::Options::default()).is_ok());
}

#[test]
fn the_height_of_a_picture_and_its_pixels_are_bounded() {
    let board = |height: f64| Scene::new(Ground::Plane { width: 1.0, height });
    let large = |scene: &Scene, size: u32| {
        let refused = |done: Result<(), RenderError>| matches!(done, Err(RenderError::Large { .. }));
        let (png, svg) = (render::png(scene, size).map(drop), render::svg(scene, size).map(drop));
        let gif = render::gif(std::slice::from_ref(scene), size, &[10]).map(drop);
        [png, svg, gif].map(refused)
    };
    assert_eq!(large(&board(10.0), 64), [false; 3]);
    assert_eq!(large(&board(100.0), 600), [true; 3]);
    assert_eq!(large(&board(1e12), 64), [true; 3]);
    assert_eq!(large(&board(2.0), 8192), [true; 3]);
    assert_eq!(large(&plane().captioned("word ".repeat(20_000)), 600), [true; 3]);
}

#[test]
fn an_animation_has_no_room_for_insets_that_some_frames_lack() {
    let height = |frames: &[Scene]| {
        let bytes = render::gif(frames, 100, &vec![10; frames.len()]).expect("a GIF");
        u16::from_le_bytes([bytes[8], bytes[9]])
    };
    let with = plane().enlarging(DVec2::splat(4.0), 0.6);
    assert!(height(&[with.clone(), with.clone()]) > height(&[plane()]));
    assert_eq!(height(&[plane(), with]), height(&[plane()]));
}
