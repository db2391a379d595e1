//! A second move generator for flat boards of cells, slow and made differently: files and ranks as whole numbers, seams one
//! after another, kinds as lists of vectors. A move is legal if after making it no enemy piece reaches the royal one.

use continuum::chess::Color;
use continuum::lattice::LatticePosition;
use continuum::variant::{Board, Promotion, Takes, TravelMode, VariantSpec};
use std::collections::BTreeMap;

type At = (i32, i32);

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    color: Color,
    letter: char,
    /// Which of x and y is reversed for it.
    frame: (bool, bool),
    moved: bool,
}

#[derive(Clone)]
struct Step {
    leap: bool,
    to: At,
    range: i32,
    first: i32,
    takes: Takes,
}

#[derive(Clone)]
struct Kind {
    royal: bool,
    pawn: bool,
    /// The pawn that every variant knows: it has a double step and en passant.
    usual_pawn: bool,
    steps: Vec<Step>,
}

#[derive(Clone)]
pub struct Flat {
    board: Board,
    size: At,
    kinds: BTreeMap<char, Kind>,
    pieces: BTreeMap<At, Piece>,
    array: BTreeMap<At, Piece>,
    turn: Color,
    passed: Option<At>,
    double_step: bool,
    line: Option<i32>,
    promotes: bool,
    becomes: BTreeMap<bool, Vec<char>>,
    /// The files of kings and rooks that may castle, by side.
    castles: Vec<(Color, i32, i32)>,
}

const STRAIGHT: [At; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const SLANT: [At; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [At; 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

fn usual(letter: char) -> Kind {
    let step = |leap, range, takes| move |&to: &At| Step { leap, to, range, first: range, takes };
    let along = |vectors: &[At], range| vectors.iter().map(step(false, range, Takes::May)).collect();
    let steps: Vec<Step> = match letter {
        'K' => along(&[STRAIGHT, SLANT].concat(), 1),
        'Q' => along(&[STRAIGHT, SLANT].concat(), 999),
        'R' => along(&STRAIGHT, 999),
        'B' => along(&SLANT, 999),
        'N' => KNIGHT.iter().map(step(true, 1, Takes::May)).collect(),
        _ => [((0, 1), Takes::Never), ((1, 1), Takes::Must), ((-1, 1), Takes::Must)]
            .iter()
            .map(|(to, takes)| Step { leap: false, to: *to, range: 1, first: 1, takes: *takes })
            .collect(),
    };
    Kind { royal: letter == 'K', pawn: letter == 'P', usual_pawn: letter == 'P', steps }
}

fn kinds(spec: &VariantSpec) -> BTreeMap<char, Kind> {
    let mut kinds: BTreeMap<char, Kind> = "KQRBNP".chars().map(|letter| (letter, usual(letter))).collect();
    let whole = |length: &Option<continuum::variant::NumberSpec>| {
        length.as_ref().map(|length| match length {
            continuum::variant::NumberSpec::Whole(n) => *n as i32,
            other => panic!("{other:?}"),
        })
    };
    for own in &spec.kinds {
        let mut steps = Vec::new();
        for m in &own.moves {
            let leap = m.go == TravelMode::Leap;
            let range = whole(&m.range).unwrap_or(if leap { 1 } else { 999 });
            let first = whole(&m.first_range).unwrap_or(range);
            let to = |v: &[f64; 2]| (v[0] as i32, v[1] as i32);
            steps.extend(m.toward.iter().map(|v| Step { leap, to: to(v), range, first, takes: m.takes }));
        }
        let letter = own.letter.chars().next().expect("a letter");
        kinds.insert(letter, Kind { royal: own.royal, pawn: own.pawn, usual_pawn: false, steps });
    }
    kinds
}

impl Flat {
    pub fn of(position: &LatticePosition) -> Flat {
        let spec = position.rules().variant().spec().clone();
        let grid = position.rules().grid().clone();
        let at = |cell| {
            let (file, rank) = (grid.file(cell), grid.rank(cell));
            (file as i32, rank as i32 - 1)
        };
        let of = |position: &LatticePosition| -> BTreeMap<At, Piece> {
            let pieces = position.to_setup().pieces.into_iter();
            let piece = |piece: continuum::lattice::SetupPiece| {
                let frame = (piece.flips.x, piece.flips.y);
                let (color, letter) = (piece.label.color(), piece.label.letter());
                (at(piece.cell), Piece { color, letter, frame, moved: piece.moved })
            };
            pieces.map(piece).collect()
        };
        let array = LatticePosition::initial(position.rules()).map(|start| of(&start)).unwrap_or_default();
        let (width, height) = spec.board_extent();
        let kinds = kinds(&spec);
        let officers = |white: bool| -> Vec<char> {
            let fits = |letter: &char| {
                let kind = &kinds[letter];
                let stands = |p: &Piece| p.letter == *letter && (p.color == Color::White) == white;
                !kind.royal && !kind.pawn && (array.is_empty() || array.values().any(stands))
            };
            match spec.promotes_to.as_str() {
                "" => kinds.keys().copied().filter(fits).collect(),
                letters => letters.chars().collect(),
            }
        };
        let setup = position.to_setup();
        let mut flat = Flat {
            board: spec.board,
            size: (width as i32, height as i32),
            becomes: [true, false].map(|white| (white, officers(white))).into(),
            pieces: of(position),
            array,
            turn: setup.turn,
            passed: setup.passed.first().map(|&cell| at(cell)),
            double_step: spec.double_step,
            line: (spec.promotion_line > 0.0).then_some(spec.promotion_line as i32 - 1),
            promotes: spec.promotion != Promotion::None,
            castles: Vec::new(),
            kinds,
        };
        if spec.castling {
            flat.castles = flat.rights();
        }
        flat
    }

    fn rights(&self) -> Vec<(Color, i32, i32)> {
        let stands = |at: &At, home: &Piece| {
            self.pieces
                .get(at)
                .is_some_and(|p| (p.color, p.letter, p.moved) == (home.color, home.letter, false))
        };
        let mut rights = Vec::new();
        for (king, home) in self.array.iter().filter(|(_, p)| p.letter == 'K') {
            for (rook, other) in self.array.iter().filter(|(_, p)| p.letter == 'R' && p.color == home.color) {
                if rook.1 == king.1
                    && (rook.0 - king.0).abs() > 2
                    && stands(king, home)
                    && stands(rook, other)
                {
                    rights.push((home.color, king.0, rook.0));
                }
            }
        }
        rights
    }

    fn ends_meet(&self) -> bool {
        !matches!(self.board, Board::Square | Board::Cylinder | Board::Mobius)
    }

    /// The cell of unwrapped coordinates, and what seams reverse there.
    fn seam(&self, (mut x, mut y): At) -> Option<(At, (bool, bool))> {
        let ((w, h), mut flips) = (self.size, (false, false));
        let sides = self.board != Board::Square;
        while self.ends_meet() && !(0..h).contains(&y) {
            let over = if y < 0 { -1 - y } else { 2 * h - 1 - y };
            match self.board {
                Board::Spherical => (x, y, flips.1) = (x + w / 2, over, !flips.1),
                Board::Pillow => (x, y, flips) = (-1 - x, over, (!flips.0, !flips.1)),
                _ => y += if y < 0 { h } else { -h },
            }
            if matches!(self.board, Board::Klein | Board::Projective) {
                (x, flips.0) = (w - 1 - x, !flips.0);
            }
        }
        while sides && !(0..w).contains(&x) {
            x += if x < 0 { w } else { -w };
            if matches!(self.board, Board::Mobius | Board::Projective) {
                (y, flips.1) = (h - 1 - y, !flips.1);
            }
        }
        ((0..w).contains(&x) && (0..h).contains(&y)).then_some(((x, y), flips))
    }

    fn vector(piece: Piece, (x, y): At) -> At {
        let sign = |reversed: bool| if reversed != (piece.color == Color::Black) { -1 } else { 1 };
        (x * sign(piece.frame.0), y * sign(piece.frame.1))
    }

    /// The cells that a piece comes to, with its frame there and whether it takes: as if enemies stood wherever it may take
    /// when `attacks` is asked. Of several ways to a cell the one that counts comes first: fewer steps, then fewer reversals,
    /// files before ranks.
    fn ends(&self, start: At, piece: Piece, attacks: bool) -> Vec<(At, (bool, bool))> {
        let kind = &self.kinds[&piece.letter];
        let begins =
            self.array.get(&start).is_some_and(|p| (p.color, p.letter) == (piece.color, piece.letter));
        let mut ways = Vec::new();
        for step in &kind.steps {
            let (dx, dy) = Flat::vector(piece, step.to);
            let range = if !piece.moved && begins { step.first } else { step.range };
            for n in 1..=range {
                let Some((at, flips)) = self.seam((start.0 + dx * n, start.1 + dy * n)) else { break };
                if at == start {
                    if step.leap && n < range {
                        continue;
                    }
                    break;
                }
                let there = self.pieces.get(&at);
                let allowed = match there {
                    _ if attacks => step.takes != Takes::Never,
                    None => step.takes != Takes::Must,
                    Some(other) => other.color != piece.color && step.takes != Takes::Never,
                };
                if allowed {
                    let reversals = u8::from(flips.0) + u8::from(flips.1);
                    ways.push((n, reversals, flips.1, at, flips));
                }
                if there.is_some() && !step.leap {
                    break;
                }
            }
        }
        ways.sort();
        let frame = |flips: (bool, bool)| (piece.frame.0 != flips.0, piece.frame.1 != flips.1);
        ways.into_iter().map(|(.., at, flips)| (at, frame(flips))).collect()
    }

    fn attacked(&self, target: At, by: Color) -> bool {
        let mut enemies = self.pieces.iter().filter(|(_, p)| p.color == by);
        enemies.any(|(&at, &piece)| self.ends(at, piece, true).iter().any(|(end, _)| *end == target))
    }

    fn is_safe(&self, color: Color) -> bool {
        let mut royals = self.pieces.iter().filter(|(_, p)| p.color == color && self.kinds[&p.letter].royal);
        royals.all(|(&at, _)| !self.attacked(at, !color))
    }

    /// The cell passed and the end of a double step from a cell where a usual pawn of this frame begins.
    fn double(&self, start: At, piece: Piece) -> Option<(At, At, (bool, bool))> {
        let home = self.array.get(&start)?;
        let same = (home.color, home.letter, home.frame) == (piece.color, piece.letter, piece.frame);
        if !self.double_step || !same || !self.kinds[&piece.letter].usual_pawn {
            return None;
        }
        let (dx, dy) = Flat::vector(piece, (0, 1));
        let (passed, _) = self.seam((start.0 + dx, start.1 + dy))?;
        let (end, flips) = self.seam((start.0 + 2 * dx, start.1 + 2 * dy))?;
        Some((passed, end, (piece.frame.0 != flips.0, piece.frame.1 != flips.1)))
    }

    /// The pawn that has just passed a cell; of two the one that began on the lower rank, then file.
    fn passer(&self, passed: At) -> Option<At> {
        let mut starts: Vec<(At, Piece)> =
            self.array.iter().filter(|(_, p)| p.color != self.turn).map(|(at, p)| (*at, *p)).collect();
        starts.sort_by_key(|((x, y), _)| (*y, *x));
        starts.into_iter().find_map(|(start, piece)| {
            let (over, end, frame) = self.double(start, piece)?;
            let stands = self
                .pieces
                .get(&end)
                .is_some_and(|p| (p.color, p.letter, p.frame.1) == (piece.color, piece.letter, frame.1));
            (over == passed && stands && !self.pieces.contains_key(&start)).then_some(end)
        })
    }

    fn promotes_on(&self, (_, y): At, piece: Piece) -> bool {
        let top = self.size.1 - 1;
        let white = piece.color == Color::White;
        match (self.promotes, self.ends_meet(), self.line) {
            (false, ..) | (_, true, None) => false,
            (_, true, Some(line)) => y == if white { line } else { top - line },
            (_, false, _) => y == if white != piece.frame.1 { top } else { 0 },
        }
    }

    /// Every legal move as text, sorted.
    pub fn moves(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for (&from, &piece) in self.pieces.iter().filter(|(_, p)| p.color == self.turn) {
            let kind = &self.kinds[&piece.letter];
            let mut ends: Vec<(At, (bool, bool), Option<At>)> =
                self.ends(from, piece, false).into_iter().map(|(at, frame)| (at, frame, None)).collect();
            if let Some((passed, end, frame)) = self.double(from, piece)
                && [passed, end].iter().all(|at| !self.pieces.contains_key(at))
            {
                ends.push((end, frame, None));
            }
            if let Some(passed) = self.passed.filter(|at| kind.usual_pawn && !self.pieces.contains_key(at)) {
                let takes = self.ends(from, piece, true).into_iter().filter(|(at, _)| *at == passed);
                ends.extend(takes.map(|(at, frame)| (at, frame, self.passer(at))).filter(|e| e.2.is_some()));
            }
            let mut done = Vec::new();
            for (to, frame, victim) in ends {
                let royal = |p: &Piece| self.kinds[&p.letter].royal;
                if done.contains(&to) || self.pieces.get(&to).is_some_and(royal) {
                    continue;
                }
                let mut after = self.clone();
                after.pieces.remove(&from);
                victim.map(|at| after.pieces.remove(&at));
                let arrived = Piece { frame, moved: true, ..piece };
                after.pieces.insert(to, arrived);
                if !after.is_safe(self.turn) {
                    continue;
                }
                done.push(to);
                let text = name(from) + &name(to);
                if kind.pawn && self.promotes_on(to, arrived) {
                    let becomes = &self.becomes[&(self.turn == Color::White)];
                    texts.extend(becomes.iter().map(|c| format!("{text}{}", c.to_ascii_lowercase())));
                } else {
                    texts.push(text);
                }
            }
        }
        texts.extend(self.castlings());
        texts.sort();
        texts
    }

    fn castlings(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for &(color, king, rook) in self.castles.iter().filter(|right| right.0 == self.turn) {
            let rank = if self.pieces.get(&(king, 0)).is_some_and(|p| p.letter == 'K' && p.color == color) {
                0
            } else {
                self.size.1 - 1
            };
            let way = (rook - king).signum();
            let mut between = (king.min(rook) + 1)..king.max(rook);
            let free = between.all(|file| !self.pieces.contains_key(&(file, rank)));
            let safe = (0..=2).all(|n| !self.attacked((king + way * n, rank), !color));
            let mut after = self.clone();
            for (from, to) in [(king, king + 2 * way), (rook, king + way)] {
                let piece = after.pieces.remove(&(from, rank)).expect("a right");
                after.pieces.insert((to, rank), piece);
            }
            if free && safe && after.is_safe(color) {
                texts.push(name((king, rank)) + &name((king + 2 * way, rank)));
            }
        }
        texts
    }
}

fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
