import { readFileSync } from 'node:fs';

/** The class of a text-reading model that means: no character here. */
const BLANK = 0;

/** Reads the characters of a file, one a line. The space comes last, because no line can hold it. */
function readAlphabet(file: string): string[] {
  return [...readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean), ' '];
}

/**
 * Returns the classes of the characters to keep, after the blank; all classes if the list is empty. The space stays.
 * @param mayBeNew gives characters that the file lacks the class null.
 * @throws Error naming characters that the file lacks.
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
  const characters = listCharacters(file, wanted);
  return { kept: [BLANK, ...characters.map((character) => classes.get(character) ?? null)], all: alphabet.length + 1 };
}

/** The characters that a model with these labels answers, in the order of its classes after the blank. */
export function listCharacters(file: string, labels: readonly string[]): readonly string[] {
  return labels.length > 0 ? [...labels, ' '] : readAlphabet(file);
}
