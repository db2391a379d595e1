// The sides that a link gives to whoever opens it.

/** The sides whose secrets a link's hash has. */
export const sidesOf = hash => [['w', 'white'], ['b', 'black']].filter(([key]) => new URLSearchParams(hash).has(key)).map(([, side]) => side);
