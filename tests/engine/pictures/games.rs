//! Scenes of whole games.

use continuum::chess::Color;
use continuum::depict::{DepictError, Show, depict, depict_keys, under_way};
use continuum::render::{BoardMark, DrawnPiece, DrawnShape, Ground, PieceState, Scene, TouchingStop};
use continuum::solve::plane::Certificate;
use continuum::{Game, Position, Prepared};
use glam::DVec2;

fn game(variant: &str, position: &str, moves: &[&str]) -> Game {
    let prepared = Prepared::preset(variant).expect("a variant");
    let mut game = Game::new(Position::from_text(&prepared, position).expect("a position"));
    for text in moves {
        game.play(*text).expect("a legal move");
    }
    game
}

fn pieces(scene: &Scene) -> Vec<&DrawnPiece> {
    let all = scene
        .marks
        .iter()
        .filter_map(|mark| if let BoardMark::DrawnPiece(p) = mark { Some(p) } else { None });
    all.filter(|piece| piece.state != PieceState::Departed).collect()
}

#[test]
fn pieces_travel_their_way_and_what_they_take_stands_until_they_reach_it() {
    let queen = game("continuous", "Ke@0.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' ; w", &["Qd 90 x"]);
    let scenes = under_way(&queen, 1, Show::LastMove, 9).expect("a ply");
    assert_eq!(scenes.len(), 9);
    let mut before = 1.0;
    for scene in &scenes {
        let all = pieces(scene);
        let queen = all.iter().find(|p| p.label == "Qd").expect("the queen");
        assert!(queen.at.x == 4.0 && queen.at.y > before && queen.at.y < 5.0, "{}", queen.at);
        before = queen.at.y;
        assert!(all.iter().any(|p| p.label == "pa" && p.state == PieceState::Present));
    }
    let after = depict(&queen, 1, Show::LastMove).expect("a ply");
    assert!(pieces(&after).iter().any(|p| p.label == "pa" && p.state == PieceState::Captured));
    assert!(under_way(&queen, 0, Show::LastMove, 9).expect("the start").is_empty());
    assert!(under_way(&queen, 2, Show::LastMove, 9).is_err());
}

#[test]
fn a_castling_king_and_rook_travel_together() {
    let castling = game("ring64", "Ke@e1 Rh@h1 ke@e8 ; w", &["e1g1"]);
    let scenes = under_way(&castling, 1, Show::LastMove, 3).expect("a ply");
    let start = depict(&castling, 0, Show::LastMove).expect("the start");
    let moved = |scene: &Scene| {
        pieces(scene).iter().filter(|p| pieces(&start).iter().all(|q| q.at.distance(p.at) > 0.01)).count()
    };
    assert_eq!(scenes.iter().map(moved).collect::<Vec<_>>(), [2, 2, 2]);
}

#[test]
fn circular_boards_name_every_cell_once() {
    for (variant, cells) in [("ring64", 64), ("disc70", 70)] {
        let scene = depict(&game(variant, "start", &[]), 0, Show::LastMove).expect("a scene");
        let Ground::Round(board) = &scene.ground else { panic!("a round board") };
        let inside = board.cells.iter().map(|cell| &cell.name).filter(|name| !name.is_empty());
        let mut names: Vec<&String> = inside.chain(board.names.iter().map(|name| &name.text)).collect();
        names.sort();
        let all = names.len();
        names.dedup();
        assert_eq!((all, names.len()), (cells, cells), "{variant}");
        let Ground::Round(bare) = scene.without_cell_names().ground else { panic!("a round board") };
        assert!(bare.cells.iter().all(|cell| cell.name.is_empty()) && !bare.names.is_empty());
    }
}

#[test]
fn what_a_legal_set_takes_is_marked_capturable() {
    let knight = game("continuous", "Ke@0.5,0.5' Nb@4,4' ke@7.5,7.5' pa@5,6' pb@1,7' ; w", &[]);
    let scene = depict(&knight, 0, Show::Legal("Nb".parse().expect("a label"))).expect("a scene");
    let marked = pieces(&scene).into_iter().filter(|p| p.state == PieceState::Capturable);
    assert_eq!(marked.map(|p| p.label.as_str()).collect::<Vec<_>>(), ["pa"]);
}

#[test]
fn a_piece_without_a_legal_move_is_captioned() {
    let caption = |game: &Game, label: &str| {
        let show = Show::Legal(label.parse().expect("a label"));
        depict(game, game.plies().len(), show).expect("a scene").caption
    };
    let start = game("orthodox", "start", &[]);
    assert_eq!(
        (caption(&start, "Bc").as_str(), caption(&start, "Nb").as_str()),
        ("Bc has no legal move.", "")
    );
    assert_eq!(caption(&start, "bc"), "bc has no legal move.");
    let mated = game("orthodox", "start", &["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(caption(&mated, "Ke"), "Checkmate: black wins.");
}

#[test]
fn a_turn_that_was_made_is_no_legal_turn() {
    let sword = game("continuous", "S1@4,4'^0 Ke@0.5,0.5' ke@7.5,7.5' ; w", &["S1 turn +90", "ke 180 0.5"]);
    let scene = depict(&sword, 2, Show::Paths).expect("a scene");
    let turns =
        scene.marks.iter().filter_map(|mark| if let BoardMark::MadeTurn(t) = mark { Some(t) } else { None });
    assert_eq!(turns.map(|t| (t.color, t.number.as_str())).collect::<Vec<_>>(), [(Color::White, "1")]);
    assert!(!scene.marks.iter().any(|mark| matches!(mark, BoardMark::TurnSpan(_))));
}

#[test]
fn keys_of_a_certificate_are_drawn_with_their_ends() {
    let file = include_str!("../../../problems/thin-in-two.json");
    let certificate: Certificate = serde_json::from_str(file).expect("a certificate");
    let Position::Plane(position) = game(&certificate.variant, &certificate.position, &[]).position().clone()
    else {
        panic!("on the plane")
    };
    let keys = certificate.keys_in(&position).expect("its own position");
    let scene = depict_keys(&position, &keys);
    let spans = scene.marks.iter().filter(|mark| matches!(mark, BoardMark::LegalSpan(_)));
    assert_eq!(spans.count(), 1);
    let other = game("continuous", "Ka@4,7' ka@4,0' Rb@1,1' ; w", &[]);
    let Position::Plane(other) = other.position() else { panic!("on the plane") };
    assert!(certificate.keys_in(other).is_err(), "there is no Ra");
}

#[test]
fn mates_are_drawn_with_their_ends() {
    let rooks = game("continuous", "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w", &[]);
    let scene = depict(&rooks, 0, Show::Mates).expect("a scene");
    let spans = scene
        .marks
        .iter()
        .filter_map(|mark| if let BoardMark::LegalSpan(span) = mark { Some(span) } else { None });
    let are_ends_open: Vec<_> = spans.map(|span| (span.stretch.open_from, span.stretch.open_to)).collect();
    assert_eq!(are_ends_open, [(true, true)]);
    let subject = pieces(&scene).into_iter().filter(|p| p.state == PieceState::Subject);
    assert_eq!(subject.map(|p| p.label.as_str()).collect::<Vec<_>>(), ["Rb"]);
    let cells = game("orthodox", "start", &[]);
    assert_eq!(depict(&cells, 0, Show::Mates), Err(DepictError::MatesOfLattice));
}

/// A single distance was enlarged to a square with a ring and nothing else, and a stretch to one with a bar.
#[test]
fn what_is_enlarged_of_mates_is_measured_and_a_single_distance_is_not_enlarged() {
    let rooks = game("continuous", "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w", &[]);
    let scene = depict(&rooks, 0, Show::Mates).expect("a scene");
    assert_eq!(scene.insets.len(), 1);
    // The mover's place is 2.75 and 2.9 from its own.
    let rook = |distance: f64| DVec2::new(6.0, 3.0 - distance);
    let of_mark = |mark: &BoardMark| match mark {
        BoardMark::TouchingStop(TouchingStop { extent: DrawnShape::Disc { centre, .. }, .. }) => {
            Some(*centre)
        }
        _ => None,
    };
    let places: Vec<DVec2> = scene.marks.iter().filter_map(of_mark).collect();
    assert!(places.len() == 2 && places.iter().zip([2.75, 2.9]).all(|(at, d)| at.distance(rook(d)) < 1e-6));
    assert_eq!(scene.marks.iter().filter(|mark| matches!(mark, BoardMark::Ruler(_))).count(), 1);
    let single = game("continuous", "bd@0,0.5' ka@0.25,0.5' re@0.5,0.5' Kb@8,5.25' Qc@5.5,2.5' ; w", &[]);
    let scene = depict(&single, 0, Show::Mates).expect("a scene");
    let stretches = scene.marks.iter().filter(|mark| matches!(mark, BoardMark::LegalSpan(_))).count();
    assert_eq!((stretches, scene.insets.len()), (2, 0));
}

/// Both ends of the king's stretch are legal, so the answers mate after them too; of the rook's stretch neither end mates.
#[test]
fn rims_of_a_map_that_mate_are_whole() {
    let rooks = game("continuous", "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0.2' ; b", &[]);
    let scene = depict(&rooks, 0, Show::Map("ka 0, Rb 270".parse().expect("lanes"))).expect("a map");
    assert_eq!(scene.title, "Where Rb 270 mates after ka 0");
    let Ground::Graph(graph) = scene.ground else { panic!("a graph") };
    let [BoardMark::LegalRegion(region)] = &scene.marks[..] else { panic!("one region") };
    let places = |values: [(f64, f64); 2]| values.map(|v| graph.place(v.into()));
    let is_open = |values: [(f64, f64); 2]| {
        let [a, b] = places(values);
        let near = |p: &DVec2, q| p.distance(q) < 1e-6;
        let found = region
            .borders
            .iter()
            .find(|border| near(&border.points[0], a) && near(&border.points[border.points.len() - 1], b));
        found.map(|border| border.is_open)
    };
    assert_eq!(is_open([(0.1, 2.75), (0.1, 2.9)]), Some(false));
    assert_eq!(is_open([(1.0, 2.75), (1.0, 2.9)]), Some(false));
    assert_eq!(is_open([(0.1, 2.75), (1.0, 2.75)]), Some(true));
    assert_eq!(is_open([(0.1, 2.9), (1.0, 2.9)]), Some(true));
    assert_eq!(region.borders.len(), 4);
}
