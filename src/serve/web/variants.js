// The games that the program plays, each with its page of the rules; their titles and what is said of them.
import { hasText, t } from './text.js';

export const GAMES = [
  ['continuous', 'continuous'],
  ['zeno', 'zeno-and-discrete'],
  ['discrete', 'zeno-and-discrete'],
  ['zeno-discrete', 'zeno-and-discrete'],
  ['cylinder', 'seams'],
  ['mobius', 'seams'],
  ['torus', 'seams'],
  ['klein', 'seams'],
  ['spherical', 'closed'],
  ['pillow', 'closed'],
  ['projective', 'closed'],
  ['ring', 'seams'],
  ['disc', 'seams'],
  ['orthodox', 'README'],
  ['shatranj', 'shatranj'],
  ['byzantine', 'byzantine'],
  ['reynolds', 'reynolds'],
  ['ring64', 'ring64'],
  ['disc70', 'disc'],
  ['disc68', 'disc'],
  ['disc66', 'disc'],
  ['circe', 'circe'],
  ['progressive', 'progressive'],
  ['circe-progressive', 'progressive'],
  ['cylinder64', 'cells'],
  ['mobius80', 'cells'],
  ['torus96', 'cells'],
  ['klein96', 'cells'],
  ['spherical64', 'closed'],
  ['pillow64', 'closed'],
  ['projective96', 'closed'],
];

/** One sentence on a game, by the name of its preset. */
export const sentenceOf = name => (hasText(`variant.${name}.about`) ? t(`variant.${name}.about`) : undefined);

/** The title of a game by the name of its preset; of another the name itself. */
export const titleOf = name => (hasText(`variant.${name}.title`) ? t(`variant.${name}.title`) : name ?? t('variant.game'));

/** A preset that may be followed by changed parameters, in words. */
export const nameOf = text => text.split(', ').map((part, n) => (n ? changeOf(...part.split(' ')) : titleOf(part))).join(', ');

/** A parameter and its value in words. */
export const changeOf = (name, value) => `${hasText(`param.${name}`) ? t(`param.${name}`) : name} ${valueOf(value)}`;

/** A parameter's value in words. */
export const valueOf = value => (hasText(`value.${value}`) ? t(`value.${value}`) : value);
