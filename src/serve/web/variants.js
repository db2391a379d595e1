// The games that the program plays, in plain words: each with its title, one sentence, and its page of the rules.

export const GAMES = [
  ['continuous', 'Continuous Chess', 'Pieces are discs on a board without squares. They stop anywhere.', 'continuous'],
  ['zeno', 'Zeno', 'A move goes at most half the way to the edge.', 'zeno-and-discrete'],
  ['discrete', 'Discrete', 'Every distance is a multiple of one half.', 'zeno-and-discrete'],
  ['zeno-discrete', 'Zeno and Discrete', 'Steps of one half, and at most half the way to the edge.', 'zeno-and-discrete'],
  ['cylinder', 'Cylinder', 'The left side of the board is glued to the right.', 'seams'],
  ['mobius', 'Moebius strip', 'Glued with a twist: up becomes down on the way round.', 'seams'],
  ['torus', 'Torus', 'No edges at all: two fronts, and no promotion.', 'seams'],
  ['klein', 'Klein bottle', 'Out at the top, in at the bottom, mirrored.', 'seams'],
  ['ring', 'Ring', 'Discs go round and round a ring.', 'seams'],
  ['disc', 'Disc', 'Discs pass through the centre of a round board.', 'seams'],
  ['orthodox', 'Orthodox chess', 'The game that everybody knows, on 64 squares.', 'README'],
  ['shatranj', 'Shatranj', 'The medieval game: counsellors, elephants, single steps.', 'shatranj'],
  ['byzantine', 'Byzantine chess', 'The medieval game on a ring.', 'byzantine'],
  ['reynolds', 'Modern circular chess', 'Queens and bishops on a ring, where pawns promote.', 'reynolds'],
  ['ring64', 'Circular chess with castling', 'A ring on which kings castle and no pawn promotes.', 'ring64'],
  ['disc70', 'Disc of 70 cells', 'Lines pass through the centre of the board.', 'disc'],
  ['disc68', 'Disc of 68 cells', 'The disc with two more voids at its rim.', 'disc'],
  ['disc66', 'Disc of 66 cells', 'The disc with the widest voids.', 'disc'],
  ['circe', 'Circe', 'A captured piece is reborn where it began.', 'circe'],
  ['progressive', 'Progressive chess', 'One move, then two moves, then three.', 'progressive'],
  ['circe-progressive', 'Circe progressive', 'Longer and longer series, and captured pieces come back.', 'progressive'],
  ['cylinder64', 'Cylinder chess', 'Squares whose left and right side are one line.', 'cells'],
  ['mobius80', 'Moebius chess', 'Squares on a strip with a twist.', 'cells'],
  ['torus96', 'Torus chess', 'Squares without an edge: the enemy comes from behind.', 'cells'],
  ['klein96', 'Klein chess', 'Squares that come back mirrored.', 'cells'],
];

/** One sentence on a game, by the name of its preset. */
export const sentenceOf = name => GAMES.find(([known]) => known === name)?.[2];

/** The title of a game by the name of its preset; of another the name itself. */
export const titleOf = name => GAMES.find(([known]) => known === name)?.[1] ?? name ?? 'game';
