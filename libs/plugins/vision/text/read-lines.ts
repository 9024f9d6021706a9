import type { RecognizedLine as ReadLine, TextPart, TextReader, RecognizedWord } from '@percept/sdk/models';
import { roundConfidence } from '../confidence';
import type { ImageCall } from '../image-call';
import type { TextLevel } from './text-level';
import type { TextCharacter, TextLine, TextWord as AnsweredWord } from './text-output';

/** Reads the lines of an image in the order of reading. */
export async function readLines(
  model: TextReader,
  { image, minConfidence, timer, used }: ImageCall,
  warn?: (message: string) => void,
): Promise<ReadLine[]> {
  const lines = await model.run(image, { minConfidence, timer, used, warn });
  for (const identity of [model.identity, ...model.uses]) used(identity);
  return lines;
}

/** Formats a line for the answer, down to the requested level. */
export function toLineAnswer(line: ReadLine, level: TextLevel): TextLine {
  const { polygon, ...whole } = toPart(line);
  return level === 'line' ? whole : { ...whole, polygon, words: line.words.map((word) => toWord(word, level)) };
}

function toWord(word: RecognizedWord, level: TextLevel): AnsweredWord {
  return { ...toPart(word), ...(level === 'character' && { characters: word.characters.map(toPart) }) };
}

const toPart = ({ text, confidence, bounding_box, polygon }: TextPart): TextCharacter => {
  return { text, confidence: roundConfidence(confidence), bounding_box, polygon };
};
