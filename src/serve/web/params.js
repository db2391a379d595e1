// The fields for a variant's parameters.
import { make } from './dom.js';

// Parameters are shown for the variants that use them.
const PLANE = ['rebirth', 'turns', 'board_size', 'piece_radius', 'min_move', 'min_move_captures', 'king_path', 'zeno', 'step', 'step_metric', 'guard_reach', 'min_turn', 'draw_rules'];
const LATTICE = ['rebirth', 'turns', 'army', 'double_step', 'en_passant', 'castling', 'promotion', 'stalemate', 'bare_king', 'check_rule', 'draw_rules'];
const RING = ['array', 'names', 'pawn_pairs'];
const DISC = ['disc_cells', 'knight_voids'];
const CHOICES = {
  king_path: ['safe', 'strict', 'end'], step_metric: ['euclidean', 'lattice'], rebirth: ['none', 'circe', 'own'],
  turns: ['alternating', 'italian', 'scottish'], army: ['orthodox', 'shatranj'], promotion: ['choice', 'queen', 'none'],
  stalemate: ['draw', 'loss'], check_rule: ['strict', 'snaffle'], array: ['mirrored', 'rotated'],
  names: ['orthodox', 'lincoln'], voids: [70, 68, 66], disc_cells: [70, 68, 66], knight_voids: ['literal', 'any'],
};
const ABOUT = {
  board_size: 'the side of the square, units', piece_radius: 'the radius of an orthodox piece, units', min_move: 'the least distance of a move that takes nothing',
  min_move_captures: 'whether the least distance binds captures too', king_path: 'which attacks a king must not pass through: all but those of what it takes, all, or only those on the end point',
  zeno: 'a move covers at most half the way to the edge', step: 'distances are multiples of this; 0 for any distance', step_metric: 'whether the step is measured along the way or on the lattice',
  guard_reach: 'how far a Guard leaps', max_lane: 'the greatest length of a way on a glued board, units', voids: 'how many cells of the disc are left beside its voids', min_turn: 'the least angle of a turn in place, degrees', draw_rules: 'threefold repetition and a hundred quiet plies draw',
  rebirth: 'where a captured piece is put back: nowhere, on the home square that the capture square names, or on its own', turns: 'one move each, or series of 1, 2, 3 … moves; in Italian a check ends a series only as its last move',
  army: 'queen and bishop as riders, or counsellor and elephant', double_step: 'pawns may begin with two steps', en_passant: 'a double step may be taken in passing', castling: 'king and rook may castle',
  promotion: 'what a pawn becomes', stalemate: 'what stalemate gives', bare_king: 'baring the enemy king wins', check_rule: 'whether a king may be left attacked, and then be taken',
  array: 'how the two sides face each other', names: 'how cells are named', pawn_pairs: 'a player’s pawns that face each other may be taken off', disc_cells: 'how many cells are left', knight_voids: 'how voids hinder knights',
};

/** The parameters that a plane variant's board has. */
const planeOf = ({ board }) => [...PLANE.filter(name => board === 'square' || name !== 'board_size'), ...(board === 'square' ? [] : ['max_lane']), ...(board === 'disc' ? ['voids'] : [])];
const parametersOf = spec => (spec.motion === 'plane' ? planeOf(spec) : [...LATTICE, ...(spec.board === 'ring' ? RING : spec.board === 'disc' ? DISC : [])]);

function field(spec, name) {
  const value = spec[name];
  let input;
  if (CHOICES[name]) {
    input = make('select', {}, ...CHOICES[name].map(choice => new Option(choice, choice, false, choice === value)));
  } else if (typeof value === 'boolean') {
    input = make('input', { type: 'checkbox', checked: value });
  } else {
    input = make('input', { type: 'number', value, step: 'any', min: 0 });
  }
  input.name = name;
  return make('label', { className: 'field', title: ABOUT[name] ?? '' }, make('span', { textContent: name.replaceAll('_', ' ') }), input);
}

/** A field for each parameter of a variant. */
export const fieldsOf = spec => parametersOf(spec).map(name => field(spec, name));

/** The parameters in which the fields differ from the variant. */
export function changes(form, spec) {
  const rules = {};
  for (const name of parametersOf(spec)) {
    const input = form.elements[name];
    if (!input) continue;
    const value = input.type === 'checkbox' ? input.checked : typeof spec[name] === 'number' ? Number(input.value) : input.value;
    if (value !== spec[name]) rules[name] = value;
  }
  return rules;
}
