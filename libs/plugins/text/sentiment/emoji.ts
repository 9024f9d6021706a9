import { emojiValences } from './natural-lexicon';
import { toScores, type Scores } from './scores';
import { splitTokens } from './tokens';

/** Emoji that AFINN's list lacks or underrates; each row has one valence. */
const OURS: readonly [string, number][] = [
  ['🥰🤩🥳😇🤗🫶❤', 2.5],
  ['👍', 2],
  ['🙂🔥💯😋🤝🙌😎✅😂🤣', 1.5],
  ['🤬🤮🤢😡😠💔', -2.5],
  ['👎💩😢😭🙁☹😤🙄😒😞😔😕😖😣🖕😫😩❌', -2],
  ['😐😑🤔', 0],
];
/** Emoji that AFINN rates weaker are mostly things, such as a calendar. */
const FAINT = 1;
/** The sum of valences is capped here. */
const STRONGEST = 3;
/** The weight of `neutral` against a valence. */
const NEUTRAL = 0.3;

let known: ReadonlyMap<string, number> | undefined;
const valences = (): ReadonlyMap<string, number> =>
  (known ??= new Map([
    ...emojiValences().filter(([, value]) => Math.abs(value) >= FAINT),
    ...OURS.flatMap(([signs, value]) => Array.from(signs, (sign): [string, number] => [sign, value])),
  ]));

/** The judgement of a text of emoji and emoticons alone, by their valences; undefined if it has a word, or no known sign. */
export function judgeEmoji(text: string): Scores | undefined {
  const tokens = splitTokens(text, 400);
  if (tokens.some(({ kind, form }) => kind === 'word' || /^(?:[\p{L}\p{N}#@]|<\w)/u.test(form))) return undefined;
  const found = tokens.flatMap(({ form }) => valences().get(form) ?? []);
  if (found.length === 0) return undefined;
  const sum = found.reduce((all, value) => all + value, 0);
  const valence = Math.max(-STRONGEST, Math.min(STRONGEST, sum));
  return toScores([-valence, NEUTRAL, valence]);
}
