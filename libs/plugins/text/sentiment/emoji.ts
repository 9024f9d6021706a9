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

/** The weight of `neutral` for a text of marks alone, such as `...`, which tells nothing. */
const NEUTRAL_MARKS = 1.5;
/** The maximum number of tokens to look at. */
const MAX_TOKENS = 1_000;
const RATING = /^★+☆*$/;

/**
 * The judgement of a text of emoji, emoticons and marks alone, by the valences of the signs; undefined if it has a word, or signs of
 * which none is known. Five stars such as ★★☆☆☆ are a rating.
 */
export function judgeEmoji(text: string): Scores | undefined {
  const stars = text.trim();
  if (stars.length === 5 && RATING.test(stars)) return judgeValence(((stars.lastIndexOf('★') - 2) * STRONGEST) / 2);
  const tokens = splitTokens(text, MAX_TOKENS);
  if (tokens.some(({ kind, form }) => kind === 'word' || /^(?:[\p{L}\p{N}#@]|<\w)/u.test(form))) return undefined;
  const found = tokens.flatMap(({ form }) => valences().get(form) ?? []);
  const areMarks = tokens.length < MAX_TOKENS && tokens.every(({ kind }) => kind === 'mark');
  if (found.length === 0) return areMarks ? toScores([0, NEUTRAL_MARKS, 0]) : undefined;
  return judgeValence(found.reduce((all, value) => all + value, 0));
}

function judgeValence(sum: number): Scores {
  const valence = Math.max(-STRONGEST, Math.min(STRONGEST, sum));
  return toScores([-valence, NEUTRAL, valence]);
}
