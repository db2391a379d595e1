// The sides that a link gives to its visitor.

/** The sides whose secrets a link's hash has. */
export const sidesOf = hash => [['w', 'white'], ['b', 'black']].filter(([key]) => new URLSearchParams(hash).has(key)).map(([, side]) => side);
