// What is written about a board: the coordinates of a plane, and of cells the parts of their names.

/** How far from a board its coordinates are written, board units. */
const FAR = 0.22;

/** How far from a board the names of cells are written, and how large: board units and picture units for each unit of its width. */
const NAMES = { far: 0.022, size: 2.7 };

const within = (n, length) => ((n % length) + length) % length;

/** The numbers with a fraction from one place to another. */
function between(from, length, fraction, every = 1) {
  const first = Math.ceil(from - fraction - 1e-9) + fraction;
  return Array.from({ length: Math.floor((from + length - first + 1e-9) / every) + 1 }, (_, n) => first + n * every);
}

/** Writes all that stands about a board. */
export function captions(board) {
  const { ground, bend } = board;
  if (ground.shape === 'plane') return bend ? columns(board) : axes(board);
  return ground.shape === 'round' ? sectorsAndRings(board) : filesAndRanks(board);
}

/** The place of the picture's lower left corner. */
const corner = ({ ground: { min, max }, flipped }) => (flipped ? max : min);

/** The coordinates of a flat plane, below whichever side is there, and on the left. */
function axes(board) {
  const { width, height, surface, pan: [ox, oy] } = board;
  const [px, py] = board.beyond();
  const [sides, ends] = surface.glued;
  const every = width > 16 ? 4 : 1;
  for (const x of between(ox, width, 0, every)) board.caption([x - ox, corner(board)[1]], sides ? within(x, width) : x, 0, FAR + py + (ends ? 0.07 : 0));
  for (const y of between(oy, height, 0, every)) {
    const label = ends || sides ? Math.round(surface.canonical([ox + 1e-6, y]).at[1] * 1e6) / 1e6 : y;
    board.caption([corner(board)[0], y - oy], label, -FAR - px - (sides ? 0.07 : 0), 0);
  }
}

/** The columns of a round plane, at its rim. */
function columns(board) {
  const { bend, ground: { chart: [w, h] } } = board;
  const [count, rim] = bend.shape === 'ring' ? [w, h + 0.17] : [2 * w, -0.17];
  for (let x = 0; x < count; x++) board.caption([x, rim], x % w, 0, 0);
}

/** The files of a flat board below it, the ranks on the left. */
function filesAndRanks(board) {
  const { ground, surface, width, height, pan: [ox, oy] } = board;
  const [px, py] = board.beyond();
  // Beyond a seam a little of the board is shown.
  const [sides, ends] = surface.glued.map(glued => (glued ? 0.15 : 0));
  const [far, size] = [NAMES.far * width, NAMES.size * width];
  const [files, ranks] = [between(ox, width, 0.5), between(oy, height, 0.5)];
  const nameAt = place => {
    const { at } = surface.canonical(place);
    return ground.cells.find(cell => Math.hypot(cell.at[0] - at[0], cell.at[1] - at[1]) < 0.5)?.name ?? '';
  };
  for (const x of files) board.caption([x - ox, corner(board)[1]], nameAt([x, ranks[0]]).slice(0, 1), 0, far + py + ends, size);
  for (const y of ranks) board.caption([corner(board)[0], y - oy], nameAt([files[0], y]).slice(1), -far - px - sides, 0, size);
}

/** The sectors of a round board outside its rim, and each ring in one of its cells. */
function sectorsAndRings(board) {
  const sectors = new Map();
  for (const cell of board.ground.cells) {
    const begin = cell.sector[2].toFixed(6);
    sectors.set(begin, [...sectors.get(begin) ?? [], cell]);
  }
  const rim = Math.max(...board.ground.cells.map(({ sector }) => sector[1]));
  const rings = new Set();
  const [far, size] = [NAMES.far * board.width, NAMES.size * board.width];
  // Where the rim is void a sector may have a single cell.
  const named = [...sectors.values()].map(cells => cells.filter(({ name }) => name)).filter(cells => cells.length);
  const [one, other] = named.find(cells => cells.length > 1);
  // On a ring the number tells the sector and the letter the ring; on a disc it is the other way round.
  const [inSector, inRing] = one.name[0] === other.name[0] ? [name => name[0], name => name.slice(1)] : [name => name.slice(1), name => name[0]];
  for (const cells of named) {
    const { name: first, sector: [, , from, to] } = cells[0];
    board.caption(board.polar(rim + far, (from + to) / 2), inSector(first), 0, 0, size);
    for (const { name, sector: [inner, , begin] } of cells) {
      if (rings.has(inRing(name))) continue;
      rings.add(inRing(name));
      board.caption(board.polar(inner + 0.18, begin + 0.18 / (inner + 0.18)), inRing(name), 0, 0, size, 'cell-name');
    }
  }
}
