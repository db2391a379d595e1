//! The board of the plane: its walls, seams and voids, and the images of a place on its copies.

use approx::assert_abs_diff_eq;
use continuum::board::Surface;
use continuum::geom::tolerance::EPSILON;
use continuum::geom::{Image, Path, Point, Pose, Ray, Vec2};
use continuum::variant::{Board, Seam, VariantSpec};
use std::f64::consts::PI;

fn glued(board: Board) -> Surface {
    Surface::of(&VariantSpec { board, ..VariantSpec::default() })
}

fn lane(x: f64, y: f64, dir: Vec2) -> Path {
    Path::Line { start: Pose { at: Point::new(x, y), heading: Vec2::X }, dir }
}

#[test]
fn width_and_height_bound_a_ray_each_for_itself() {
    let board = Surface::of(&VariantSpec { board_width: 10.0, board_height: 4.0, ..VariantSpec::default() });
    let from = |dir| Ray::new(Point::new(3.0, 1.0), dir);
    let found = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].map(|dir| board.distance_to_wall(&from(dir)));
    assert_eq!(found, [7.0, 3.0, 3.0, 1.0]);
    // On a wall the ways along it are as long as the board, and those over it lead nowhere.
    let corner = |dir| board.distance_to_wall(&Ray::new(Point::new(0.0, 4.0), dir));
    let half = Vec2::new(0.6, 0.8);
    assert_eq!([Vec2::X, -Vec2::Y, -Vec2::X, Vec2::Y].map(corner), [10.0, 4.0, 0.0, 0.0]);
    assert_eq!([half, -half, Vec2::new(0.6, -0.8)].map(corner), [0.0, 0.0, 5.0]);
    // Beyond a wall by the tolerance nothing is left of the way over it, and all of the way along it.
    let beyond = |dir| board.distance_to_wall(&Ray::new(Point::new(-1e-10, 1.0), dir));
    assert_eq!([-Vec2::X, Vec2::Y, Vec2::new(-0.0, -1.0)].map(beyond), [0.0, 3.0, 1.0]);
    assert!(board.contains(Point::new(10.0, 4.0), 0.0) && !board.contains(Point::new(4.0, 4.1), 1e-9));
    assert_eq!(board.clamp(Point::new(10.5, -1.0)), Point::new(10.0, 0.0));
}

#[test]
fn an_arc_leaves_the_board_where_its_circle_does() {
    // From (4, 7) about (4, 8): down and round to the wall y = 8 at (5, 8), a quarter of a circle.
    let at = Pose { at: Point::new(4.0, 7.0), heading: Vec2::X };
    let arc = Path::Arc { start: at, pivot: Point::new(4.0, 8.0), sense: 1.0 };
    assert_abs_diff_eq!(glued(Board::Square).room(&arc).wall, PI / 2.0, epsilon = 1e-12);
    let inner = Path::Arc { start: at, pivot: Point::new(4.0, 6.0), sense: 1.0 };
    assert_eq!(glued(Board::Square).room(&inner).least(), f64::INFINITY);
}

#[test]
fn a_way_ends_where_it_began() {
    let diagonal = Vec2::new(0.5f64.sqrt(), 0.5f64.sqrt());
    for (board, x, y, dir, around) in [
        (Board::Square, 1.0, 3.0, Vec2::X, f64::INFINITY),
        (Board::Cylinder, 1.0, 3.0, -Vec2::X, 8.0),
        (Board::Cylinder, 1.0, 3.0, Vec2::Y, f64::INFINITY),
        (Board::Mobius, 1.0, 3.0, Vec2::X, 16.0),
        (Board::Mobius, 1.0, 4.0, Vec2::X, 8.0),
        (Board::Torus, 1.0, 3.0, diagonal, 8.0 * 2f64.sqrt()),
        (Board::Klein, 1.0, 3.0, Vec2::Y, 16.0),
        (Board::Klein, 4.0, 3.0, Vec2::Y, 8.0),
        (Board::Ring, 1.0, 3.0, Vec2::X, 16.0),
        (Board::Disc, 1.0, 3.0, Vec2::X, 18.0),
    ] {
        let found = glued(board).room(&lane(x, y, dir)).around;
        assert!(found == around || (found - around).abs() < 1e-12, "{board:?} {found}");
    }
}

#[test]
fn a_void_ends_a_way_that_comes_into_it_and_none_along_its_border() {
    // Voids of depth 1 at x from 8 to 9.
    let disc = glued(Board::Disc);
    let ends = |x, y, dir| disc.room(&lane(x, y, dir)).void;
    assert_eq!(ends(6.5, 0.5, Vec2::X), 1.5);
    assert_eq!(ends(6.5, 1.0, Vec2::X), f64::INFINITY);
    assert_eq!(ends(8.5, 1.0, -Vec2::Y), 0.0);
    assert_eq!(ends(2.0, 7.5, -Vec2::X), 2.0);
    assert!(disc.is_void(Point::new(8.5, 0.5), 1e-9) && disc.is_void(Point::new(-0.5, 7.5), 1e-9));
    assert!(disc.contains(Point::new(8.0, 0.5), 1e-9) && !disc.contains(Point::new(8.5, 0.5), 1e-9));
}

proptest::proptest! {
    /// A way comes round where it meets the first image of its start, wherever that lies.
    #[test]
    fn a_way_ends_at_the_first_image_of_its_start(x in 0.0..8.0f64, y in 0.0..8.0f64, n in 0..1000usize) {
        for board in Board::ALL.iter().copied().filter(|board| !matches!(board, Board::Square | Board::Disc)) {
            let (board, start) = (glued(board), Point::new(x, y));
            let images: Vec<Vec2> =
                board.images_about(start, 40.0).iter().map(|image| image.place(start) - start).collect();
            let towards = images[n % images.len()];
            if towards.length() < 1.0 {
                continue;
            }
            let dir = towards / towards.length();
            let met = images.iter().filter(|v| dir.perp_dot(**v).abs() <= EPSILON && dir.dot(**v) > EPSILON);
            let first = met.map(|v| dir.dot(*v)).fold(f64::INFINITY, f64::min);
            let room = board.room(&lane(x, y, dir));
            let same = (room.around - first).abs() < 1e-9;
            proptest::prop_assert!(same || first > room.wall - 1e-9, "{board:?} {dir} {room:?} {first}");
        }
    }
}

proptest::proptest! {
    /// Of all images of a place one is nearest in each glued coordinate, or on boards that close upon themselves by distance.
    #[test]
    fn the_shortest_vector_leads_to_an_image(a in (0.0..8.0f64, 0.0..8.0f64), b in (0.0..8.0f64, 0.0..8.0f64)) {
        for board in Board::ALL.iter().copied() {
            let (board, from, to) = (glued(board), Point::new(a.0, a.1), Point::new(b.0, b.1));
            let v = board.shortest_vector(from, to);
            let is_there = |image: &Image| (image.place(to) - from - v).length() < 1e-12;
            let image = board.images_about(from, 20.0).into_iter().find(is_there);
            let within = |d: f64, length: f64, seam: Seam| !seam.is_glued() || d.abs() <= length / 2.0 + 1e-12;
            let all = board.images_about(from, 20.0);
            let least = all.iter().map(|image| image.place(to).distance(from)).fold(f64::INFINITY, f64::min);
            let is_nearest = v.length() <= least + 1e-12
                || within(v.x, board.width(), board.sheet().sides) && within(v.y, board.height(), board.sheet().ends);
            proptest::prop_assert!(image.is_some() && is_nearest, "{board:?} {v}");
        }
    }
}

proptest::proptest! {
    /// Images of one place beside a ray are found without those of the board.
    #[test]
    fn images_beside_a_ray_are_those_of_the_board(
        a in (0.0..8.0f64, 0.0..8.0f64), b in (0.0..8.0f64, 0.0..8.0f64), angle in 0.0..7.0f64, eighth in 0..9u8,
    ) {
        // Most lanes lead along the sides and diagonals.
        let dir = if eighth == 8 { Vec2::from_angle(angle) } else { Vec2::from_angle(f64::from(eighth) * PI / 4.0) };
        let (ray, q) = (Ray::new(Point::new(a.0, a.1), dir), Point::new(b.0, b.1));
        for board in Board::ALL.iter().map(|board| glued(*board)).filter(Surface::has_seams) {
            let is_near = |at: &Point| ray.offset(*at).abs() < 0.25 && (0.0..30.0).contains(&ray.along(*at));
            let sorted = |mut along: Vec<f64>| {
                along.sort_by(f64::total_cmp);
                along
            };
            let near = |all: &[Point]| sorted(all.iter().filter(|at| is_near(at)).map(|at| ray.along(*at)).collect());
            let all: Vec<Point> = board.images_along(&ray, 30.0, 0.25).iter().map(|image| image.place(q)).collect();
            let mut beside = Vec::new();
            board.for_each_image_beside(q, &ray, 30.0, 0.25, |at| beside.push(at));
            let (expected, found) = (near(&all), near(&beside));
            let same = expected.iter().zip(&found).all(|(a, b)| (a - b).abs() < 1e-9);
            proptest::prop_assert!(expected.len() == found.len() && same, "{board:?} {expected:?} {found:?}");
        }
    }

    /// Four shortest vectors at a time are the same as one by one, to what f32 can tell.
    #[test]
    fn four_shortest_vectors_are_each_the_shortest(a in (0.0..8.0f64, 0.0..8.0f64), b in (0.0..8.0f64, 0.0..8.0f64)) {
        let (from, to) = (Point::new(a.0, a.1), Point::new(b.0, b.1));
        let splat = |p: Point| (wide::f32x4::splat(p.x as f32), wide::f32x4::splat(p.y as f32));
        for board in Board::ALL.iter().map(|board| glued(*board)) {
            let v = board.shortest_vector(from, to);
            let (x, y) = board.shortest_vectors(splat(from), splat(to));
            let four = Vec2::new(f64::from(x.to_array()[3]), f64::from(y.to_array()[3]));
            // Half a board away two images are equally near.
            let halves = [(v.x, board.width()), (v.y, board.height())];
            let is_between = halves.iter().any(|(d, length)| (d.abs() - length / 2.0).abs() < 1e-5);
            // On boards that close upon themselves the nearest is so by distance, and two may be equally near.
            let is_closed = board.sheet().ends.is_to_itself() || board.sheet().sides == board.sheet().ends;
            let same = (four - v).length() < 1e-5 || is_closed && (four.length() - v.length()).abs() < 1e-5;
            proptest::prop_assert!(is_between || same, "{board:?} {v} {four}");
        }
    }
}

#[test]
fn a_way_is_cut_at_the_seams() {
    // From (6,1) along 45 degrees on the strip of 8 x 8: the seam after 2 sqrt 2, at (8,3) = (0,5), from where it goes down.
    let dir = Vec2::new(0.5f64.sqrt(), 0.5f64.sqrt());
    let parts = glued(Board::Mobius).cut(&lane(6.0, 1.0, dir), 0.0, 4.0);
    let ends: Vec<Point> =
        parts.iter().flat_map(|part| [part.path.at(part.from), part.path.at(part.to)]).collect();
    let beyond = 4.0 * 0.5f64.sqrt() - 2.0;
    let expected = [(6.0, 1.0), (8.0, 3.0), (0.0, 5.0), (beyond, 5.0 - beyond)];
    assert_eq!(ends.len(), 4);
    for (end, (x, y)) in ends.iter().zip(expected) {
        assert_abs_diff_eq!(*end, Point::new(x, y), epsilon = 1e-12);
    }
    assert_eq!(glued(Board::Square).cut(&lane(6.0, 1.0, dir), 0.5, 2.0).len(), 1);
}

#[test]
fn canonical_places_are_those_of_the_page() {
    let at = |board, x, y| glued(board).canonical(Point::new(x, y)).0;
    assert_eq!(at(Board::Cylinder, -1.5, 2.0), Point::new(6.5, 2.0));
    assert_eq!(at(Board::Mobius, 9.0, 2.0), Point::new(1.0, 6.0));
    assert_eq!(at(Board::Mobius, 17.0, 2.0), Point::new(1.0, 2.0));
    assert_eq!(at(Board::Klein, 1.0, 9.0), Point::new(7.0, 1.0));
    assert_eq!(at(Board::Klein, -1.0, -1.0), Point::new(1.0, 7.0));
    assert_eq!(at(Board::Torus, -1e-17, 8.0), Point::new(0.0, 0.0));
    assert_eq!(at(Board::Square, 9.0, 2.0), Point::new(9.0, 2.0));
}

proptest::proptest! {
    /// The image tells which copy a place lies on, and the images of the board near a ray are all there are.
    #[test]
    fn a_place_is_the_image_of_its_canonical_form(x in -40.0..40.0f64, y in -40.0..40.0f64, a in 0.0..7.0f64, d in 0.0..30.0f64) {
        for board in Board::ALL {
            let board = glued(*board);
            let (at, image) = board.canonical(Point::new(x, y));
            assert_abs_diff_eq!(image.place(at), Point::new(x, y), epsilon = 1e-9);
            if !board.has_seams() {
                continue;
            }
            let path = lane(3.0, 2.0, Vec2::from_angle(a));
            let image = board.canonical(path.at(d)).1;
            proptest::prop_assert!(board.images_near(&path, 30.0, 0.1).contains(&image));
        }
    }
}

proptest::proptest! {
    #[test]
    fn what_is_surely_apart_has_no_image_near(x in 0.0..8.0f64, y in 0.0..8.0f64, u in 0.0..8.0f64, v in 0.0..8.0f64, least in 0.1..4.0f64) {
        let (a, b) = (Point::new(x, y), Point::new(u, v));
        for board in Board::ALL.iter().map(|board| glued(*board)) {
            let near = board.images_about(a, least).iter().any(|image| image.place(b).distance(a) < least);
            proptest::prop_assert!(!(near && board.surely_apart(a, b, least)));
        }
    }
}
