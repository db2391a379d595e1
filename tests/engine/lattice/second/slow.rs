//! A second move generator, slow and made differently: cells are file and rank of an 8-rank board, the
//! disc is that board closed as a Moebius strip, the ring the 8 x 8 board cut between d and e. A move is
//! legal if after making it no enemy piece reaches the king.

use continuum::board::Chart;
use continuum::chess::{Color, Role};
use continuum::lattice::{LatticePosition, PawnWay};
use continuum::variant::{CheckRule, PawnPairs};
use std::collections::BTreeMap;

pub type At = (i32, i32);

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    color: Color,
    role: Role,
    second_way: bool,
    unmoved: bool,
}

/// A move that may leave the own king attacked.
struct PlainMove {
    text: String,
    leaves_safe: bool,
    takes_king: bool,
}

#[derive(Clone)]
pub struct Slow {
    /// How many ranks from the edge are missing on file i; 0 for the ring.
    voids: i32,
    ring: bool,
    leapers: bool,
    snaffle: bool,
    pairs: PawnPairs,
    promotes: bool,
    may_stay: bool,
    double_step: bool,
    pawns_must_be_unmoved: bool,
    rotated: bool,
    pieces: BTreeMap<At, Piece>,
    turn: Color,
    passed: Option<At>,
    /// Castlings by right: colour, rook's file.
    castles: Vec<(Color, i32)>,
}

impl Slow {
    pub fn of(position: &LatticePosition) -> Slow {
        let grid = position.rules().grid();
        let spec = position.rules().variant().spec();
        let at = |cell| {
            let (file, rank) = (grid.file(cell), grid.rank(cell));
            (file as i32, rank as i32)
        };
        let setup = position.to_setup();
        let ring = grid.chart() == Chart::Ring;
        let rotated = spec.array == continuum::variant::Array::Rotated;
        let pieces = setup.pieces.iter().map(|piece| {
            let made = Piece {
                color: piece.label.color(),
                role: Role::from_letter(piece.label.letter()).expect("a kind"),
                second_way: piece.way == Some(PawnWay::Second),
                unmoved: !piece.moved,
            };
            (at(piece.cell), made)
        });
        let mut slow = Slow {
            voids: if ring { 0 } else { (72 - i32::from(spec.disc_cells)) / 2 },
            ring,
            leapers: spec.army == continuum::variant::Army::Shatranj,
            snaffle: spec.check_rule == CheckRule::Snaffle,
            pairs: spec.pawn_pairs,
            promotes: spec.promotion != continuum::variant::Promotion::None,
            may_stay: spec.promotion == continuum::variant::Promotion::Optional,
            double_step: spec.double_step,
            pawns_must_be_unmoved: ring && spec.promotion == continuum::variant::Promotion::None,
            rotated,
            pieces: pieces.collect(),
            turn: setup.turn,
            passed: setup.passed.first().map(|&cell| at(cell)),
            castles: Vec::new(),
        };
        for color in [Color::White, Color::Black] {
            for file in [0, 7] {
                let rank = if color == Color::White { 1 } else { 8 };
                let king = (if ring && rotated && color == Color::Black { 3 } else { 4 }, rank);
                let home = |at: At, role: Role| {
                    slow.pieces.get(&at).is_some_and(|m| m.role == role && m.color == color && m.unmoved)
                };
                if spec.castling && home(king, Role::King) && home((file, rank), Role::Rook) {
                    slow.castles.push((color, file));
                }
            }
        }
        slow
    }

    /// The cell of unwrapped coordinates, or nothing off the board and on voids.
    fn strip(&self, mut file: i32, mut rank: i32) -> Option<At> {
        while file > 8 {
            (file, rank) = (file - 9, 9 - rank);
        }
        while file < 0 {
            (file, rank) = (file + 9, 9 - rank);
        }
        let void = file == 8 && (rank <= self.voids || rank > 8 - self.voids);
        ((1..=8).contains(&rank) && !void).then_some((file, rank))
    }

    /// One step on the cut board: so far along the ring (counter-clockwise) and so far outward.
    fn ring_step(&self, (mut file, mut rank): At, along: i32, out: i32) -> Option<At> {
        if along != 0 {
            let up = if file >= 4 { along } else { -along };
            rank += up;
            if !(1..=8).contains(&rank) {
                (file, rank) = (7 - file, rank - up);
            }
        }
        let outward = if file >= 4 { out } else { -out };
        let next = file + outward;
        ((0..8).contains(&next) && (next >= 4) == (file >= 4)).then_some((next, rank))
    }

    /// The cells met by repeating legs of a step: (file or along, rank or outward).
    fn path(&self, from: At, legs: &[((i32, i32), usize)]) -> Option<Vec<At>> {
        let mut met = Vec::new();
        let mut at = from;
        let mut plain = from;
        for &((a, b), times) in legs {
            for _ in 0..times {
                if self.ring {
                    at = self.ring_step(at, a, b)?;
                    met.push(at);
                } else {
                    plain = (plain.0 + a, plain.1 + b);
                    met.push(self.strip(plain.0, plain.1)?);
                }
            }
        }
        Some(met)
    }

    fn forward(&self, at: At, piece: Piece) -> (i32, i32) {
        if self.ring {
            return (if piece.second_way { -1 } else { 1 }, 0);
        }
        let inward = if at.1 <= 4 { 1 } else { -1 };
        (0, if piece.second_way { -inward } else { inward })
    }

    fn pawn_takes(&self, at: At, piece: Piece) -> Vec<At> {
        let (a, b) = self.forward(at, piece);
        let sides = if self.ring { [(a, 1), (a, -1)] } else { [(1, b), (-1, b)] };
        sides.into_iter().filter_map(|step| self.path(at, &[(step, 1)])).map(|p| p[0]).collect()
    }

    /// Where a piece that is no pawn may go, own pieces as targets included.
    fn reach(&self, at: At, role: Role) -> Vec<At> {
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let slant = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let one = |step| self.path(at, &[(step, 1)]).map(|p| p[0]);
        let slide = |step| {
            let mut met = Vec::new();
            for n in 1.. {
                let Some(&end) = self.path(at, &[(step, n)]).as_ref().and_then(|p| p.last()) else { break };
                if end == at {
                    break;
                }
                met.push(end);
                if self.pieces.contains_key(&end) {
                    break;
                }
            }
            met
        };
        match (role, self.leapers) {
            (Role::King, _) => straight.into_iter().chain(slant).filter_map(one).collect(),
            (Role::Queen, true) => slant.into_iter().filter_map(one).collect(),
            (Role::Bishop, true) => {
                slant.into_iter().filter_map(|s| self.path(at, &[(s, 2)])).map(|p| p[1]).collect()
            }
            (Role::Rook, _) => straight.into_iter().flat_map(slide).collect(),
            (Role::Bishop, false) => slant.into_iter().flat_map(slide).collect(),
            (Role::Queen, false) => straight.into_iter().chain(slant).flat_map(slide).collect(),
            (Role::Knight, _) => straight
                .into_iter()
                .flat_map(|(a, b)| [((a, b), (b, a)), ((a, b), (-b, -a))])
                .filter_map(|(long, short)| self.path(at, &[(long, 2), (short, 1)]))
                .map(|p| p[2])
                .collect(),
            (Role::Pawn, _) => Vec::new(),
        }
    }

    fn attacked(&self, target: At, by: Color) -> bool {
        self.pieces.iter().filter(|(_, m)| m.color == by).any(|(&at, &piece)| {
            let reach = if piece.role == Role::Pawn {
                self.pawn_takes(at, piece)
            } else {
                self.reach(at, piece.role)
            };
            reach.contains(&target)
        })
    }

    fn is_safe(&self, color: Color) -> bool {
        let king = self.pieces.iter().find(|(_, m)| m.color == color && m.role == Role::King);
        king.is_none_or(|(&at, _)| !self.attacked(at, !color))
    }

    fn starts(&self, at: At, piece: Piece) -> bool {
        let rank = if piece.color == Color::White { 2 } else { 7 };
        if !self.ring {
            return at.1 == rank && at.0 < 8 && !piece.second_way;
        }
        // White's king side and Black's queen side go counter-clockwise.
        at.1 == rank && ((at.0 >= 4) == (piece.color == Color::White)) != piece.second_way
    }

    fn promotes_on(&self, at: At, piece: Piece) -> bool {
        if !self.promotes {
            false
        } else if self.ring {
            let rank = if piece.color == Color::White { 8 } else { 1 };
            at.1 == rank && ((at.0 >= 4) == (piece.color == Color::White)) != piece.second_way
        } else {
            at.1 == 1 || at.1 == 8
        }
    }

    /// Ends of a piece's moves with the cell of what is taken.
    fn ends(&self, at: At, piece: Piece) -> Vec<(At, Option<At>)> {
        let may_be_taken = |m: &Piece| m.color != piece.color && (self.snaffle || m.role != Role::King);
        let enemy = |c: &At| self.pieces.get(c).is_some_and(may_be_taken);
        let free = |c: &At| !self.pieces.contains_key(c);
        if piece.role != Role::Pawn {
            let ends = self.reach(at, piece.role).into_iter().filter(|c| free(c) || enemy(c));
            return ends.map(|c| (c, enemy(&c).then_some(c))).collect();
        }
        let step = self.forward(at, piece);
        let mut ends = Vec::new();
        let fresh = !self.pawns_must_be_unmoved || piece.unmoved;
        for n in 1..=2 {
            let Some(path) = self.path(at, &[(step, n)]) else { break };
            if !free(&path[n - 1]) {
                break;
            }
            ends.push((path[n - 1], None));
            if !(self.double_step && fresh && self.starts(at, piece)) {
                break;
            }
        }
        for c in self.pawn_takes(at, piece) {
            if enemy(&c) {
                ends.push((c, Some(c)));
            } else if self.passed == Some(c) && (self.ring || (piece.second_way && matches!(at.1, 4 | 5))) {
                ends.extend(self.passer(c).map(|victim| (c, Some(victim))));
            }
        }
        ends
    }

    /// The pawn that has just passed a cell: one step on from it in its own direction.
    fn passer(&self, passed: At) -> Option<At> {
        self.pieces.iter().filter(|(_, m)| m.color != self.turn && m.role == Role::Pawn).find_map(
            |(&at, &piece)| {
                let (a, b) = self.forward(at, piece);
                let back = |n| self.path(at, &[((-a, -b), n)]).map(|p| p[n - 1]);
                (back(1) == Some(passed) && back(2).is_some_and(|c| self.starts(c, piece))).then_some(at)
            },
        )
    }

    /// Every legal move as text, sorted.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        let stuck: Vec<(At, At)> = self
            .pieces
            .iter()
            .filter(|(_, m)| self.removes(m.color) && m.role == Role::Pawn && !m.second_way)
            .filter_map(|(&at, m)| {
                let next = self.ring_step(at, 1, 0)?;
                let facing = self.pieces.get(&next)?;
                (facing.role == Role::Pawn && facing.color == m.color && facing.second_way)
                    .then_some((at, next))
            })
            .collect();
        for choice in 0..1 << stuck.len() {
            let mut cleared = self.clone();
            let mut names = Vec::new();
            for (_, &(a, b)) in stuck.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1) {
                cleared.pieces.remove(&a);
                cleared.pieces.remove(&b);
                names.push(format!("{}{}", name(a.min(b)), name(a.max(b))));
            }
            names.sort();
            let prefix = if names.is_empty() { String::new() } else { format!("xx:{} ", names.join(",")) };
            let after = cleared.plain_moves().into_iter();
            moves.extend(after.map(|m| PlainMove { text: format!("{prefix}{}", m.text), ..m }));
        }
        if self.snaffle && !moves.iter().any(|m| m.leaves_safe || m.takes_king) {
            return Vec::new();
        }
        let mut texts: Vec<String> =
            moves.into_iter().filter(|m| m.leaves_safe || self.snaffle).map(|m| m.text).collect();
        texts.sort();
        texts
    }

    /// Whether the side to move may remove stuck pawns of a colour.
    fn removes(&self, color: Color) -> bool {
        match self.pairs {
            PawnPairs::None => false,
            PawnPairs::Opponent => color != self.turn,
            PawnPairs::Owner => color == self.turn,
            PawnPairs::Either => true,
        }
    }

    fn plain_moves(&self) -> Vec<PlainMove> {
        let mut moves = Vec::new();
        for (&from, &piece) in self.pieces.iter().filter(|(_, m)| m.color == self.turn) {
            let mut done = Vec::new();
            for (to, victim) in self.ends(from, piece) {
                let takes_king = self.pieces.get(&to).is_some_and(|m| m.role == Role::King);
                let mut after = self.clone();
                after.pieces.remove(&from);
                victim.map(|cell| after.pieces.remove(&cell));
                after.pieces.insert(to, piece);
                if done.contains(&to) {
                    continue;
                }
                let leaves_safe = after.is_safe(self.turn);
                done.push(to);
                let text = format!("{}{}", name(from), name(to));
                let letters: &[&str] = match piece.role == Role::Pawn && self.promotes_on(to, piece) {
                    true if self.may_stay => &["", "b", "n", "q", "r"],
                    true => &["b", "n", "q", "r"],
                    false => &[""],
                };
                let becomes =
                    |letter: &&str| PlainMove { text: format!("{text}{letter}"), leaves_safe, takes_king };
                moves.extend(letters.iter().map(becomes));
            }
        }
        let castling = |text| PlainMove { text, leaves_safe: true, takes_king: false };
        moves.extend(self.castlings().into_iter().map(castling));
        moves
    }

    fn castlings(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for &(color, file) in self.castles.iter().filter(|c| c.0 == self.turn) {
            let rank = if color == Color::White { 1 } else { 8 };
            let king = if self.ring && self.rotated && color == Color::Black { 3 } else { 4 };
            if self.ring && (file >= 4) != (king >= 4) {
                continue;
            }
            let between = if file > king { king + 1..file } else { file + 1..king };
            let to = if file > king { king + 2 } else { king - 2 };
            let free = between.clone().all(|f| !self.pieces.contains_key(&(f, rank)));
            let safe = between.chain([king]).all(|f| !self.attacked((f, rank), !color));
            if free && safe {
                texts.push(format!("{}{}", name((king, rank)), name((to, rank))));
            }
        }
        texts
    }
}

fn name((file, rank): At) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8))
}
