//! What each mark looks like. Everything here is measured on the page (600 wide, y downwards); which
//! mark covers which is decided in [`marks`] alone.

pub(crate) mod area;
pub(crate) mod ground;
pub(crate) mod lane;
pub(crate) mod legal;
pub(crate) mod piece;
mod place;
mod text;

use super::drawing::Drawing;
use super::mark::{LegalSpan, Mark, Piece, Standing};
use super::shape::Shape;
use glam::DVec2;
use place::Taken;

/// What painters know of the board below.
pub(crate) struct Board<'a> {
    /// Texts stay within these corners.
    pub limits: (DVec2, DVec2),
    /// Areas end here, where the board is a rectangle.
    pub edge: Option<(DVec2, DVec2)>,
    /// The boxes of coordinates and names, which texts keep clear of.
    pub coordinates: &'a [(DVec2, DVec2)],
}

/// All marks, from the bottom up: areas, ways, bodies, legal stops, figures, texts.
pub(crate) fn marks(drawing: &mut Drawing, marks: &[Mark], board: Board) {
    let pieces: Vec<Piece> = sorted_pieces(marks);
    let tokens = piece::tokens(&pieces);
    for mark in marks {
        match mark {
            Mark::Area(m) => area::area(drawing, m, board.edge),
            Mark::Region(m) => legal::region(drawing, m),
            Mark::Turn(m) => legal::turn(drawing, m),
            Mark::Lane(m) => lane::lane(drawing, m, standing_at(&pieces, m.track.end())),
            Mark::Piece(_) | Mark::Contact(_) | Mark::Span(_) => {}
            Mark::Target(_) | Mark::Rebirth(_) | Mark::Note(_) => {}
        }
    }
    for (p, token) in pieces.iter().zip(&tokens) {
        piece::body(drawing, p, *token);
    }
    let mut spans: Vec<LegalSpan> = Vec::new();
    for mark in marks {
        match mark {
            Mark::Contact(m) => piece::contact(drawing, m),
            Mark::Target(m) => legal::target(drawing, m),
            Mark::Span(m) => spans.push(m.clone()),
            Mark::Piece(_) | Mark::Area(_) | Mark::Region(_) | Mark::Turn(_) => {}
            Mark::Lane(_) | Mark::Rebirth(_) | Mark::Note(_) => {}
        }
    }
    legal::spans(drawing, &spans);
    for (p, token) in pieces.iter().zip(&tokens) {
        piece::figure(drawing, p, *token);
    }
    // What ends within the subject's own token would lie under its figure.
    spans.retain(|span| {
        let end = span.track.at(span.to);
        let over = |(p, token): (&Piece, &piece::Token)| {
            p.standing == Standing::Subject && token.at.distance(end) < token.radius
        };
        pieces.iter().zip(&tokens).any(over)
    });
    legal::spans(drawing, &spans);
    for mark in marks {
        if let Mark::Rebirth(m) = mark {
            lane::rebirth(drawing, m);
        }
    }
    let mut taken = Taken::within(board.limits.0, board.limits.1);
    board.coordinates.iter().for_each(|(low, high)| taken.area(*low, *high));
    texts(drawing, marks, &pieces, taken);
}

/// The radius of the piece that stands at a point, 0 when none does.
fn standing_at(pieces: &[Piece], at: DVec2) -> f64 {
    let standing = pieces.iter().filter(|p| !matches!(p.standing, Standing::Captured | Standing::Departed));
    let here = standing.filter(|p| p.at.distance(at) < 1.0).map(|p| match &p.extent {
        Shape::Disc { radius, .. } => *radius,
        Shape::Corridor { radius, .. } => *radius,
        Shape::Polygon(_) => 8.0,
    });
    here.fold(0.0, f64::max)
}

/// Those that are gone below those that stand.
fn sorted_pieces(marks: &[Mark]) -> Vec<Piece> {
    let all = marks.iter().filter_map(|m| if let Mark::Piece(p) = m { Some(p.clone()) } else { None });
    let mut pieces: Vec<Piece> = all.collect();
    pieces.sort_by_key(|p| match p.standing {
        Standing::Departed => 0,
        Standing::Captured => 1,
        Standing::Present | Standing::Subject | Standing::InCheck => 2,
    });
    pieces
}

fn texts(drawing: &mut Drawing, marks: &[Mark], pieces: &[Piece], mut taken: Taken) {
    for p in pieces.iter().filter(|p| p.standing != Standing::Departed) {
        match &p.extent {
            Shape::Disc { centre, radius } => {
                let ring = if p.standing == Standing::InCheck { 7.0 } else { 0.0 };
                taken.disc(*centre, *radius + ring);
            }
            Shape::Corridor { track, radius } => {
                for point in track.points() {
                    taken.disc(*point, *radius);
                }
            }
            Shape::Polygon(corners) => {
                for corner in corners {
                    taken.disc(p.at.lerp(*corner, 0.6), 6.0);
                }
                taken.disc(p.at, 9.0);
            }
        }
    }
    for mark in marks {
        match mark {
            Mark::Target(m) => taken.disc(m.at, 7.0),
            Mark::Span(m) => {
                for at in [m.from, m.to] {
                    taken.disc(m.track.at(at), 6.0);
                }
                // The line itself, as beads.
                let beads = ((m.to - m.from) / 8.0).clamp(0.0, 200.0) as u32;
                for bead in 0..beads {
                    taken.disc(m.track.at(m.from + 8.0 * f64::from(bead)), 2.5);
                }
            }
            Mark::Contact(m) => taken.disc(m.at, m.radius),
            Mark::Lane(m) => taken.disc(m.track.at(m.track.length() - m.radius - 5.0), 5.0),
            Mark::Piece(_) | Mark::Area(_) | Mark::Region(_) | Mark::Turn(_) => {}
            Mark::Rebirth(_) | Mark::Note(_) => {}
        }
    }
    for mark in marks {
        if let Mark::Lane(m) = mark {
            text::number(drawing, m, &mut taken);
        }
    }
    for p in pieces {
        text::label(drawing, p, &mut taken);
    }
    for mark in marks {
        if let Mark::Note(m) = mark {
            text::note(drawing, m, &mut taken);
        }
    }
}
