// The lessons: each a position, and how a move is known to do what it asks for. What they say is among the page's texts.
// Moves come from the exact legal set, so a lesson asks only what a move takes and where it ends.

const at = ([x, y], [px, py]) => Math.hypot(x - px, y - py) < 1e-6;
const takes = (...labels) => ({ captures }) => labels.every(label => captures.includes(label));

export const LESSONS = [
  { name: 'centre', position: 'Ke@4.5,0.5\' Ra@1,2\' ke@4.5,7.5\' na@5,2.1\' ; w', right: takes('na') },
  { name: 'graze', position: 'Ke@4.5,0.5\' Ra@1,2\' Pb@5,1.75\' ke@4.5,7.5\' pa@4,2.25\' ; w', right: ({ at: [x] }) => x > 5.25 },
  { name: 'three', position: 'Ke@6.5,0.5\' Qd@4,1\' ke@7.5,7.5\' pa@4,5.25\' pb@4.21650635094611,5.125\' pc@3.78349364905389,5.125\' ; w', right: takes('pa', 'pb', 'pc') },
  { name: 'friends', position: 'Ke@4.5,0.5\' Ra@1,2\' Pd@4,2\' ke@7.5,7.5\' ; w', right: choice => at(choice.at, [3.75, 2]) },
  { name: 'shut', position: 'Ke@4,1\' Rb@1,4\' Bc@2,3\' ke@7.5,7.5\' ra@4,7\' ; w', right: (_, piece) => piece.letter !== 'K' },
  { name: 'king', position: 'Ke@4,4\' ke@7.5,7.5\' ra@1,4.7\' ; w', right: choice => at(choice.at, [4, 4.45]) },
  { name: 'point', position: 'Ke@0,0\' ke@7.5,7.5\' ra@5,0.2\' rb@6,0.7\' rc@0.6,7\' ; w', right: () => true },
  { name: 'zeno', position: 'Ke@4.5,0.5\' Ra@1,2\' ke@2,7.5\' ; w', variant: 'zeno', right: choice => at(choice.at, [4.5, 2]) },
  { name: 'seam', position: 'Ke@4,0.5\' Ra@5,4\' Pa@3,4\' na@1.5,4\' ke@4,7.5\' ; w', variant: 'cylinder', right: takes('na') },
  { name: 'guard', position: 'Ke@4.5,0.5\' Ga@4,4\' pa@4.4,4.15\' pb@4.4,3.85\' ke@4.5,7.5\' ; w', right: takes('pa', 'pb') },
];
