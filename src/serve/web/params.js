// The fields for a variant's parameters.
import { make } from './dom.js';
import { numberOf } from './numbers.js';
import { t } from './text.js';
import { valueOf } from './variants.js';

// Parameters are shown for the variants that use them.
const PLANE = ['rebirth', 'turns', 'board_size', 'piece_radius', 'min_move', 'min_move_captures', 'king_path', 'zeno', 'step', 'step_metric', 'guard_reach', 'min_turn', 'draw_rules'];
const LATTICE = ['rebirth', 'turns', 'army', 'double_step', 'en_passant', 'castling', 'promotion', 'stalemate', 'bare_king', 'check_rule', 'draw_rules'];
const RING = ['array', 'names', 'pawn_pairs'];
const DISC = ['disc_cells', 'knight_voids'];
const CHOICES = {
  king_path: ['safe', 'strict', 'end'], step_metric: ['euclidean', 'lattice'], rebirth: ['none', 'circe', 'own'],
  turns: ['alternating', 'italian', 'scottish'], army: ['orthodox', 'shatranj'], promotion: ['choice', 'optional', 'queen', 'none'],
  stalemate: ['draw', 'loss'], check_rule: ['strict', 'snaffle'], array: ['mirrored', 'rotated'],
  names: ['orthodox', 'lincoln'], pawn_pairs: ['none', 'opponent', 'owner', 'either'], voids: [70, 68, 66], disc_cells: [70, 68, 66], knight_voids: ['literal', 'any'],
};
/** The values of a parameter in a variant: on the plane series are Scottish. */
const choicesOf = (name, { motion }) => CHOICES[name].filter(choice => choice !== 'italian' || motion !== 'plane');

/** The parameters that a plane variant's board has. */
const planeOf = ({ board }) => [...PLANE.filter(name => board === 'square' || name !== 'board_size'), ...(board === 'square' ? [] : ['max_lane']), ...(board === 'disc' ? ['voids'] : [])];
const parametersOf = spec => (spec.motion === 'plane' ? planeOf(spec) : [...LATTICE, ...(spec.board === 'ring' ? RING : spec.board === 'disc' ? DISC : [])]);

function field(spec, name) {
  const value = spec[name];
  let input;
  if (CHOICES[name]) {
    input = make('select', {}, ...choicesOf(name, spec).map(choice => new Option(valueOf(choice), choice, false, choice === value)));
  } else if (typeof value === 'boolean') {
    input = make('input', { type: 'checkbox', checked: value });
  } else {
    input = make('input', { value, inputMode: 'decimal', autocomplete: 'off' });
  }
  input.name = name;
  return make('label', { className: 'field', title: t(`param.${name}.about`) }, make('span', { textContent: t(`param.${name}`) }), input);
}

/** A field for each parameter of a variant. */
export const fieldsOf = spec => parametersOf(spec).map(name => field(spec, name));

/** The parameters in which the fields differ from the variant. */
export function changes(form, spec) {
  const rules = {};
  for (const name of parametersOf(spec)) {
    const input = form.elements[name];
    if (!input) continue;
    const value = input.type === 'checkbox' ? input.checked : input.value;
    // What is no number goes to the server as it is, which says so.
    const number = typeof spec[name] === 'number' ? numberOf(value) : NaN;
    const meant = Number.isFinite(number) ? number : value;
    if (meant !== spec[name]) rules[name] = meant;
  }
  return rules;
}
