import { distance } from 'fastest-levenshtein';
import type { ReadCharacter, ReadLine, Steps } from '../ctc';
import { letterRuns, joinCharacters, splitLineWords, type ReadWord } from '../words';
import { likeliestCharacter } from './likeliest';
import { chooseVocabulary, type WordVocabulary } from './vocabulary';
import { spelledWords, wordTree, type SpelledWord, type WordTree } from './word-tree';

/** Shorter words are one letter away from too many others; no common word is longer. */
const [SHORTEST, LONGEST] = [4, 24];
/** From this length on, two letters of a word may be wrong. */
const LONG = 7;
/** The chance that a word of a text is one particular word of no list. */
const STRANGE = 1e-6;
/** The log likelihood that a word must have at least by its letters alone, relative to what was read. */
const FARTHEST = -5;
/** A run of letters beside these is part of something that no list has, such as `doesn't` or `FORN17`. */
const PART = /[\d'’‘`´]/;

const trees = new Map<WordVocabulary, WordTree>();

/**
 * Replaces words of no list by common words of the line's language that the model also saw: `Anount` becomes `Amount`, `PAYAELE`
 * becomes `PAYABLE`. A word's frequency weighs against the likelihood of its letters. No letters are removed, since the word may be
 * two words without a space.
 */
export function withoutMisreadWords(line: ReadLine, steps: Steps, alphabet: readonly string[]): ReadLine {
  const words = splitLineWords(line);
  const vocabulary = chooseVocabulary(words.flatMap(letterRuns).map(joinCharacters));
  const strange = words.flatMap(wholeRuns).filter((run) => !vocabulary.isCommon(joinCharacters(run)));
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
  vocabulary: WordVocabulary;
  /** The small letter of each class. */
  letters: readonly string[];
}

/** A word that may be meant, and the chance that it is right and the word as read is wrong. */
interface LikelyWord extends SpelledWord {
  chance: number;
}

/** A common word that is likelier than what was read; undefined if there is none. */
function commonWordFor(
  word: readonly ReadCharacter[],
  { characters, steps, vocabulary, letters }: Surroundings,
): LikelyWord | undefined {
  const read = joinCharacters(word).toLocaleLowerCase(vocabulary.language);
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

function treeOf(vocabulary: WordVocabulary): WordTree {
  const tree = trees.get(vocabulary) ?? wordTree(vocabulary.words);
  trees.set(vocabulary, tree);
  return tree;
}

/** The letters of a word, each in its likelier case, with at least the word's probability. */
function charactersOf(
  { letters: spelled, chance }: LikelyWord,
  { steps, alphabet, letters }: { steps: Steps; alphabet: readonly string[]; letters: readonly string[] },
): ReadCharacter[] {
  return spelled.map(({ letter, step, last }) => {
    const read = { character: letter, step, last, probability: 0 };
    const best = likeliestCharacter(read, steps, alphabet, (_, index) => letters[index + 1] === letter);
    return { ...best, probability: Math.max(best.probability, chance) };
  });
}

/** Puts the word in capitals if the read word was; otherwise only its first letter may be one. */
function inCaseOf(read: readonly ReadCharacter[], characters: readonly ReadCharacter[], language: string): ReadCharacter[] {
  const lower = (text: string) => text.toLocaleLowerCase(language);
  const capitals = read.filter(({ character }) => character !== lower(character)).length;
  const isInCapitals = capitals > 1 && capitals >= read.length / 2;
  return characters.map((each, index) => {
    if (isInCapitals) return { ...each, character: each.character.toLocaleUpperCase(language) };
    return index === 0 ? each : { ...each, character: lower(each.character) };
  });
}
