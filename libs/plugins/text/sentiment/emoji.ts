import { emojiValences } from './natural-lexicon';
import { softmax, type Scores } from './scores';
import { tokensOf } from './tokens';

/** Emoji that AFINN's list lacks or underrates, and the valence of each of a row. */
const OURS: readonly [string, number][] = [
  ['🥰🤩🥳😇🤗🫶❤', 2.5],
  ['👍', 2],
  ['🙂🔥💯😋🤝🙌😎✅😂🤣', 1.5],
  ['🤬🤮🤢😡😠💔', -2.5],
  ['👎💩😢😭🙁☹😤🙄😒😞😔😕😖😣🖕😫😩❌', -2],
  ['😐😑🤔', 0],
];
/** What AFINN rates weaker is mostly a thing, such as a calendar. */
const FAINT = 1;
/** So far a sum of valences counts. */
const STRONGEST = 3;
/** What `neutral` weighs against a valence. */
const NEUTRAL = 0.3;

let known: ReadonlyMap<string, number> | undefined;
const valences = (): ReadonlyMap<string, number> =>
  (known ??= new Map([
    ...emojiValences().filter(([, value]) => Math.abs(value) >= FAINT),
    ...OURS.flatMap(([signs, value]) => Array.from(signs, (sign): [string, number] => [sign, value])),
  ]));

/** The judgement of a text of emoji and emoticons alone, by their valences; undefined if there is a word, or no known sign. */
export function judgeEmoji(text: string): Scores | undefined {
  const tokens = tokensOf(text, 400);
  if (tokens.some(({ kind, form }) => kind === 'word' || /^(?:[\p{L}\p{N}#@]|<\w)/u.test(form))) return undefined;
  const found = tokens.flatMap(({ form }) => valences().get(form) ?? []);
  if (found.length === 0) return undefined;
  const sum = found.reduce((all, value) => all + value, 0);
  const valence = Math.max(-STRONGEST, Math.min(STRONGEST, sum));
  return softmax([-valence, NEUTRAL, valence]);
}
