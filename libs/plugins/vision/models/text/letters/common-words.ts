import type { ReadCharacter, ReadLine, Steps } from '../ctc';
import { letterRuns, joinCharacters, splitLineWords } from '../words';
import { vocabularies, type WordVocabulary } from './vocabulary';

const ASCII_ONLY = /^\p{ASCII}*$/u;
const ACCENTS = /\p{M}/gu;
/** Letters with a stroke, and the dotless `ı`: Unicode does not decompose them. */
const BARE = new Map([...'łl ıi øo đd'.split(' ')].map((pair) => [pair[0]!, pair[1]!]));
/** From this ratio on, the model counts as not having seen the less likely letter. */
const UNSEEN = 10_000;
/** No common word is longer. Print with more doubtful marks is not guessed at: an image of noise would take seconds. */
const [MAX_LETTERS, MAX_CHANGES] = [24, 12];

/** A small letter without its mark. */
export const bare = (letter: string): string => {
  const plain = letter.toLowerCase().normalize('NFD').replace(ACCENTS, '');
  return BARE.get(plain) ?? plain;
};

type Change = readonly [from: ReadCharacter, to: ReadCharacter];

/** A line, and how many of its words with marks are common in the language of most of its words. */
export interface LineOfWords {
  line: ReadLine;
  commonWithMarks: number;
  /** The number of words that are common without their marks; counted only if the language is English, which has none. */
  commonWithout: number;
  /** How much likelier the words without marks are in that language than in English: the natural logarithm of the ratio. */
  foreignness: number;
}

/**
 * Corrects the marks of a line to make words of one language: `estaciôn` becomes `estación` where the rest is Spanish. A word's
 * frequency weighs against the likelihood of its letters. Only marks are changed, and only in lines that have some.
 */
export function withMarksOfWords(line: ReadLine, steps: Steps, alphabet: readonly string[]): LineOfWords {
  const words = splitLineWords(line).flatMap(letterRuns);
  if (words.every((word) => ASCII_ONLY.test(joinCharacters(word))))
    return { line, commonWithMarks: 0, commonWithout: 0, foreignness: 0 };
  const variants = words.map((word) => variantsOf(word, steps, alphabet));
  const english = vocabularies().find(({ language }) => language === 'en')!;
  let best = { likelihood: -Infinity, chosen: [] as Variant[], commonWithMarks: 0, commonWithout: 0, foreignness: 0 };
  for (const vocabulary of vocabularies()) {
    const chosen = variants.map((each) => likeliest(each, vocabulary));
    const likelihood = chosen.reduce((sum, each) => sum + each.likelihood, 0);
    if (likelihood <= best.likelihood) continue;
    const marked = chosen.filter(({ text }) => !ASCII_ONLY.test(text));
    const commonWithMarks = marked.filter(({ text }) => vocabulary.isCommon(text)).length;
    const isPlain = ({ text }: Variant) => !english.isCommon(text) && english.isCommon([...text].map(bare).join(''));
    const commonWithout = vocabulary === english ? marked.filter(isPlain).length : 0;
    const others = chosen.filter(({ text }) => ASCII_ONLY.test(text));
    const foreignness = others.reduce(
      (sum, { text }) => sum + Math.log(vocabulary.probability(text) / english.probability(text)),
      0,
    );
    best = { likelihood, chosen, commonWithMarks, commonWithout, foreignness };
  }
  const instead = new Map(best.chosen.flatMap(({ changes }) => changes));
  const characters = line.characters.map((each) => instead.get(each) ?? each);
  const { commonWithMarks, commonWithout, foreignness } = best;
  return { line: { ...line, characters }, commonWithMarks, commonWithout, foreignness };
}

interface Variant {
  text: string;
  changes: readonly Change[];
  /** Log likelihood of its letters, relative to the letters that were read. */
  likelihood: number;
}

/** The word as it was read, and its variants with other marks on one or two letters. */
function variantsOf(word: readonly ReadCharacter[], steps: Steps, alphabet: readonly string[]): Variant[] {
  const all = word.length > MAX_LETTERS ? [] : word.flatMap((from) => otherMarks(from, steps, alphabet));
  const changes = all.sort((a, b) => b.likelihood - a.likelihood).slice(0, MAX_CHANGES);
  const pairs = changes.flatMap((first, index) =>
    changes.slice(index + 1).flatMap((second) => (first.from === second.from ? [] : [[first, second]])),
  );
  return [[], ...changes.map((each) => [each]), ...pairs].map((some) => {
    const instead = new Map(some.map(({ from, to }) => [from, to]));
    return {
      text: joinCharacters(word.map((each) => instead.get(each) ?? each)),
      changes: [...instead],
      likelihood: some.reduce((sum, { likelihood }) => sum + likelihood, 0),
    };
  });
}

/**
 * The word as read, or a likelier common word with other marks. A letter of the language keeps its mark: `parlò` does not become
 * `parlo`.
 */
function likeliest([read, ...others]: readonly Variant[], vocabulary: WordVocabulary): Variant {
  const withPrior = (each: Variant) => ({ ...each, likelihood: each.likelihood + Math.log(vocabulary.probability(each.text)) });
  const losesMark = ([from, to]: Change) => ASCII_ONLY.test(to.character) && vocabulary.hasLetter(from.character);
  const possible = others.filter(({ text, changes }) => !changes.some(losesMark) && vocabulary.isCommon(text));
  return possible.map(withPrior).reduce((best, each) => (each.likelihood > best.likelihood ? each : best), withPrior(read!));
}

/** The same letter with each other mark that the model saw. */
function otherMarks(from: ReadCharacter, { values, classes }: Steps, alphabet: readonly string[]) {
  const plain = bare(from.character);
  const found = new Map<string, number>();
  for (let step = from.step; step <= from.last; step++)
    for (const [index, character] of alphabet.entries()) {
      const probability = values[step * classes + index + 1]!;
      if (probability * UNSEEN < from.probability || character === from.character || bare(character) !== plain) continue;
      found.set(character, Math.max(probability, found.get(character) ?? 0));
    }
  // `to` keeps the probability of `from`.
  return [...found].map(([character, probability]) => ({
    from,
    to: { ...from, character },
    likelihood: Math.log(probability / from.probability),
  }));
}
