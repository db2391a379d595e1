// The lessons: each a position, what to do, what it teaches, and how a move is known to do it.
// Moves come from the exact legal set, so a lesson asks only what a move takes and where it ends.

const at = ([x, y], [px, py]) => Math.hypot(x - px, y - py) < 1e-6;
const takes = (...labels) => ({ captures }) => labels.every(label => captures.includes(label));

export const LESSONS = [
  {
    title: 'Touch the centre',
    task: 'Take the knight with your rook.',
    text: 'A piece is a disc. It takes an enemy when its disc reaches the enemy’s centre, and stops right there. Drag the rook along its lane to the red circle.',
    done: 'It stopped where its disc met the knight’s centre, a quarter of an inch before it.',
    position: 'Ke@4.5,0.5\' Ra@1,2\' ke@4.5,7.5\' na@5,2.1\' ; w', right: takes('na'),
  },
  {
    title: 'A graze',
    task: 'Slide the rook between the two pawns, to the other side.',
    text: 'Both centres are exactly as far from its path as the disc reaches. To touch is not to overlap, so it passes both.',
    done: 'A millionth nearer, and the first would have stopped it.',
    position: 'Ke@4.5,0.5\' Ra@1,2\' Pb@5,1.75\' ke@4.5,7.5\' pa@4,2.25\' ; w', right: ({ at: [x] }) => x > 5.25,
  },
  {
    title: 'Three at once',
    task: 'Take all three pawns in one move.',
    text: 'Enemies whose centres the disc meets at the same moment are taken together.',
    done: 'Three at once: the most that a ride can take.',
    position: 'Ke@6.5,0.5\' Qd@4,1\' ke@7.5,7.5\' pa@4,5.25\' pb@4.21650635094611,5.125\' pc@3.78349364905389,5.125\' ; w', right: takes('pa', 'pb', 'pc'),
  },
  {
    title: 'Friends',
    task: 'Move the rook as near to its own pawn as it may go.',
    text: 'A friend stops a ride too. But a piece may stop where it touches a friend’s centre: the filled dot at the end of the lane belongs to it.',
    done: 'In touch. Discs may overlap; only centres count.',
    position: 'Ke@4.5,0.5\' Ra@1,2\' Pd@4,2\' ke@7.5,7.5\' ; w', right: choice => at(choice.at, [3.75, 2]),
  },
  {
    title: 'Shut the line',
    task: 'Your king is in check. Put the rook or the bishop between.',
    text: 'A line of check is as wide as the disc. Every place inside it shuts the line: an interval. A hollow dot is an end that does not belong to it.',
    done: 'Anywhere in the interval would have done.',
    position: 'Ke@4,1\' Rb@1,4\' Bc@2,3\' ke@7.5,7.5\' ra@4,7\' ; w', right: (_, piece) => piece.letter !== 'K',
  },
  {
    title: 'The king’s path',
    task: 'Move your king straight up, as far as it may go.',
    text: 'A king may not pass through a place where an enemy would attack it, not even to come out on the other side.',
    done: 'Half an inch on it would stand in check, and beyond that it would have crossed the rook’s lane.',
    position: 'Ke@4,4\' ke@7.5,7.5\' ra@1,4.7\' ; w', right: choice => at(choice.at, [4, 4.45]),
  },
  {
    title: 'One safe point',
    task: 'Find the only move.',
    text: 'Three rooks leave your king one single point: the border that two attacked strips share. Pick the king to see it.',
    done: 'No game with squares has such an escape.',
    position: 'Ke@0,0\' ke@7.5,7.5\' ra@5,0.2\' rb@6,0.7\' rc@0.6,7\' ; w', right: () => true,
  },
  {
    title: 'Zeno',
    task: 'Go as far to the right as you may.',
    text: 'In the game of Zeno a move covers at most half the way to the edge. So nobody ever reaches it.',
    done: 'Half the way. The next move there covers half of what is left.',
    position: 'Ke@4.5,0.5\' Ra@1,2\' ke@2,7.5\' ; w', variant: 'zeno', right: choice => at(choice.at, [4.5, 2]),
  },
  {
    title: 'A seam',
    task: 'Take the knight: there is a way round.',
    text: 'This board is a cylinder. Its left and right side are one line, and a rook rides through it. Your own pawn shuts the short way.',
    done: 'Out on the right, in on the left.',
    position: 'Ke@4,0.5\' Ra@5,4\' Pa@3,4\' na@1.5,4\' ke@4,7.5\' ; w', variant: 'cylinder', right: takes('na'),
  },
  {
    title: 'A Guard',
    task: 'Take both pawns with one leap.',
    text: 'A Guard leaps to any place half an inch about it. Its moves are an area, and so are its captures: find the red lens where both are taken.',
    done: 'That is all. The rest is chess.',
    position: 'Ke@4.5,0.5\' Ga@4,4\' pa@4.4,4.15\' pb@4.4,3.85\' ke@4.5,7.5\' ; w', right: takes('pa', 'pb'),
  },
];
