import type { Steps } from '../ctc';

/** Words as a tree of letters: the path from the root to a node with `word` spells that word. */
export interface WordTree {
  letter: string;
  next: Map<string, WordTree>;
  word?: string;
}

/** A letter of a word with its first and last step, linked to the letter before it. */
interface Spelled {
  letter: string;
  step: number;
  last: number;
  before?: Spelled;
}

/** The likeliest spelling so far: the logarithm of its probability, and its last letter. */
interface Way {
  likelihood: number;
  path?: Spelled;
}

/** The spellings that lead to a node: the likeliest that ends with a blank, and the likeliest that ends with the node's letter. */
interface Ways {
  blank: Way;
  letter: Way;
}

export interface SpelledWord {
  word: string;
  /** Natural logarithm of the word's probability relative to the likeliest row of classes; at most 0. */
  likelihood: number;
  letters: { letter: string; step: number; last: number }[];
}

/** The steps of the word, and the rules for them. */
interface Span {
  /** The first and the last step. */
  from: number;
  to: number;
  /** The letter of the tree for each class: `a` for the classes of `a` and `A`. The blank comes first. */
  letters: readonly string[];
  /** Words with a lower `likelihood` are left out. */
  farthest: number;
}

const IMPOSSIBLE: Way = { likelihood: -Infinity };
const BLANK = 0;
/** More spellings than this occur only in print that cannot be read; only the likeliest are then followed. */
const MOST = 300;

export function wordTree(words: Iterable<string>): WordTree {
  const root: WordTree = { letter: '', next: new Map() };
  for (const word of words) {
    let node = root;
    for (const letter of word) {
      const next = node.next.get(letter) ?? { letter, next: new Map() };
      node.next.set(letter, next);
      node = next;
    }
    node.word = word;
  }
  return root;
}

/** The words of the tree that may stand at these steps of a line: Viterbi's algorithm over the tree. */
export function spelledWords(root: WordTree, { values, classes }: Steps, { from, to, letters, farthest }: Span): SpelledWord[] {
  let likeliest = 0;
  let ways = new Map<WordTree, Ways>([[root, { blank: { likelihood: 0 }, letter: IMPOSSIBLE }]]);
  for (let step = from; step <= to; step++) {
    const seen = lettersSeen(values.subarray(step * classes, (step + 1) * classes), letters, farthest);
    likeliest += seen.likeliest;
    const limit = likeliest + farthest;
    const before = ways.size <= MOST ? ways : likeliestOf(ways);
    ways = new Map();
    const keep = (node: WordTree, end: keyof Ways, likelihood: number, path?: Spelled) => {
      if (likelihood < limit) return;
      const there = ways.get(node) ?? { blank: IMPOSSIBLE, letter: IMPOSSIBLE };
      if (likelihood > there[end].likelihood) there[end] = { likelihood, path };
      ways.set(node, there);
    };
    for (const [node, { blank, letter }] of before) {
      const better = likelier(blank, letter);
      keep(node, 'blank', better.likelihood + seen.blank, better.path);
      const again = seen.letters.get(node.letter);
      if (letter.path && again !== undefined) keep(node, 'letter', letter.likelihood + again, { ...letter.path, last: step });
      for (const [each, likelihood] of seen.letters) {
        const next = node.next.get(each);
        if (!next) continue;
        // Without a blank between them, two equal letters are one.
        const from = each === node.letter ? blank : better;
        keep(next, 'letter', from.likelihood + likelihood, { letter: each, step, last: step, before: from.path });
      }
    }
  }
  return [...ways].flatMap(([{ word }, { blank, letter }]) => {
    const { likelihood, path } = likelier(blank, letter);
    return word === undefined ? [] : [{ word, likelihood: likelihood - likeliest, letters: lettersTo(path) }];
  });
}

/** Log probabilities at one step: of the likeliest class, of the blank, and of the letters that are not much less likely. */
function lettersSeen(row: Float32Array, letters: readonly string[], farthest: number) {
  let most = 0;
  for (const probability of row) if (probability > most) most = probability;
  const least = most * Math.exp(farthest);
  const seen = new Map<string, number>();
  for (let index = BLANK + 1; index < letters.length; index++) {
    const probability = row[index]!;
    if (probability < least) continue;
    const letter = letters[index]!;
    seen.set(letter, Math.max(Math.log(probability), seen.get(letter) ?? -Infinity));
  }
  return { likeliest: Math.log(most), blank: Math.log(row[BLANK]!), letters: seen };
}

function likeliestOf(ways: ReadonlyMap<WordTree, Ways>): Map<WordTree, Ways> {
  const ranked = [...ways].map(([node, { blank, letter }]) => ({ node, ways: { blank, letter }, ...likelier(blank, letter) }));
  ranked.sort((a, b) => b.likelihood - a.likelihood);
  return new Map(ranked.slice(0, MOST).map(({ node, ways: each }) => [node, each]));
}

const likelier = (a: Way, b: Way): Way => (b.likelihood > a.likelihood ? b : a);

function lettersTo(path: Spelled | undefined): Spelled[] {
  const letters: Spelled[] = [];
  for (let each = path; each; each = each.before) letters.unshift(each);
  return letters;
}
