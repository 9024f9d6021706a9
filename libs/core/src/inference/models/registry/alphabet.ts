import { readFileSync } from 'node:fs';

/** The class of a model that reads text which means: no character here. */
const BLANK = 0;

/** The characters that a file holds, one a line, in its order; the space, which no line can hold, comes last. */
function readAlphabet(file: string): string[] {
  return [...readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean), ' '];
}

/**
 * The classes of the characters to keep, after the blank; of all characters if the list is empty. The space stays.
 * @param mayBeNew characters that the file does not hold have null for a class.
 * @throws Error naming characters that the file does not hold.
 */
export function charactersToKeep(
  file: string,
  wanted: readonly string[],
  mayBeNew = false,
): { kept: (number | null)[]; all: number } {
  const alphabet = readAlphabet(file);
  const classes = new Map(alphabet.map((character, index) => [character, index + 1]));
  const strangers = wanted.filter((character) => !classes.has(character));
  if (strangers.length > 0 && !mayBeNew) throw new Error(`its alphabet has no ${strangers.join(' ')}`);
  const characters = charactersOf(file, wanted);
  return { kept: [BLANK, ...characters.map((character) => classes.get(character) ?? null)], all: alphabet.length + 1 };
}

/** What a model with these labels answers with, in the order of its classes after the blank. */
export function charactersOf(file: string, labels: readonly string[]): readonly string[] {
  return labels.length > 0 ? [...labels, ' '] : readAlphabet(file);
}
