import { distance } from 'fastest-levenshtein';
import type { ReadCharacter, ReadLine, Steps } from '../ctc';
import { letterRuns, textOf, wordsOf, type ReadWord } from '../words';
import { likeliest } from './likeliest';
import { vocabularyOf, type Vocabulary } from './vocabulary';
import { spelledWords, wordTree, type SpelledWord, type WordTree } from './word-tree';

/** Shorter words are one letter away from too many others. No common word is longer. */
const [SHORTEST, LONGEST] = [4, 24];
/** From this length on, two letters of a word may be wrong. */
const LONG = 7;
/** The chance that a word of a text is a certain one of no list. */
const STRANGE = 1e-6;
/** The logarithm of how much less likely than what was read a word may be, by its letters alone. */
const FARTHEST = -5;
/** What such letters are a part of, as in `doesn't` and `FORN17`, is in no list. */
const PART = /[\d'’‘`´]/;

const trees = new Map<Vocabulary, WordTree>();

/**
 * The line with common words of its language for words of no list, where the model saw them, too: `Anount` is `Amount`, `PAYAELE` is
 * `PAYABLE`. How common a word is weighs against how likely its letters are. What may be two words without a space between them
 * loses no letter.
 */
export function withoutMisreadWords(line: ReadLine, steps: Steps, alphabet: readonly string[]): ReadLine {
  const words = wordsOf(line);
  const vocabulary = vocabularyOf(words.flatMap(letterRuns).map(textOf));
  const strange = words.flatMap(wholeRuns).filter((run) => !vocabulary.isCommon(textOf(run)));
  if (strange.length === 0) return line;
  const letters = ['', ...alphabet.map((character) => character.toLocaleLowerCase(vocabulary.language))];
  let { characters } = line;
  for (const word of strange) {
    const common = commonWordFor(word, { characters, steps, vocabulary, letters });
    if (!common) continue;
    const read = inCaseOf(word, charactersOf(common, { steps, alphabet, letters }), vocabulary.language);
    const at = characters.indexOf(word[0]!);
    characters = [...characters.slice(0, at), ...read, ...characters.slice(at + word.length)];
  }
  return { ...line, characters };
}

function wholeRuns(word: ReadWord): ReadCharacter[][] {
  const { characters } = word;
  return letterRuns(word).filter((run) => {
    const start = characters.indexOf(run[0]!);
    const neighbours = [characters[start - 1], characters[start + run.length]];
    const isWord = run.length >= SHORTEST && run.length <= LONGEST;
    return isWord && !neighbours.some((each) => each && PART.test(each.character));
  });
}

interface Surroundings {
  characters: readonly ReadCharacter[];
  steps: Steps;
  vocabulary: Vocabulary;
  /** The small letter of each class. */
  letters: readonly string[];
}

/** A word, and the chance that it stands there and not what was read. */
interface LikelyWord extends SpelledWord {
  chance: number;
}

/** A common word that is likelier to stand there than what was read. */
function commonWordFor(
  word: readonly ReadCharacter[],
  { characters, steps, vocabulary, letters }: Surroundings,
): LikelyWord | undefined {
  const read = textOf(word).toLocaleLowerCase(vocabulary.language);
  const at = characters.indexOf(word[0]!);
  const span = {
    from: (characters[at - 1]?.last ?? -1) + 1,
    to: (characters[at + word.length]?.step ?? steps.steps) - 1,
    letters,
    farthest: FARTHEST,
  };
  const mistakes = read.length < LONG ? 1 : 2;
  const asRead = Math.log(Math.max(STRANGE, vocabulary.probability(read)));
  let best: SpelledWord | undefined;
  let highest = asRead;
  for (const each of spelledWords(treeOf(vocabulary), steps, span)) {
    const likelihood = each.likelihood + Math.log(vocabulary.probability(each.word));
    const isNear = each.word.length >= read.length && distance(each.word, read) <= mistakes;
    if (isNear && likelihood > highest) [best, highest] = [each, likelihood];
  }
  return best && { ...best, chance: 1 / (1 + Math.exp(asRead - highest)) };
}

function treeOf(vocabulary: Vocabulary): WordTree {
  const tree = trees.get(vocabulary) ?? wordTree(vocabulary.words);
  trees.set(vocabulary, tree);
  return tree;
}

/** The letters of a word with the likelier case of each. They are at least as likely as the word. */
function charactersOf(
  { letters: spelled, chance }: LikelyWord,
  { steps, alphabet, letters }: { steps: Steps; alphabet: readonly string[]; letters: readonly string[] },
): ReadCharacter[] {
  return spelled.map(({ letter, step, last }) => {
    const read = { character: letter, step, last, probability: 0 };
    const best = likeliest(read, steps, alphabet, (_, index) => letters[index + 1] === letter);
    return { ...best, probability: Math.max(best.probability, chance) };
  });
}

/** All in capitals as the word that was read, or with a capital at the beginning at most. */
function inCaseOf(read: readonly ReadCharacter[], characters: readonly ReadCharacter[], language: string): ReadCharacter[] {
  const lower = (text: string) => text.toLocaleLowerCase(language);
  const capitals = read.filter(({ character }) => character !== lower(character)).length;
  const isInCapitals = capitals > 1 && capitals >= read.length / 2;
  return characters.map((each, index) => {
    if (isInCapitals) return { ...each, character: each.character.toLocaleUpperCase(language) };
    return index === 0 ? each : { ...each, character: lower(each.character) };
  });
}
