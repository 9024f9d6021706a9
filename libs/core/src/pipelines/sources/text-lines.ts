import { createReadStream } from 'node:fs';
import { PerceptError } from '../../kernel';

const MAX_LINE_CHARACTERS = 1024 * 1024;

/** The lines of a text file that are not empty, with their numbers from 1. @throws PerceptError where one is too long. */
export async function* textLines(path: string): AsyncGenerator<{ number: number; text: string }> {
  let rest = '';
  let number = 0;
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + (number === 0 && rest === '' ? chunk.replace(/^\uFEFF/, '') : chunk)).split(/\r?\n/);
    rest = lines.pop()!;
    for (const text of lines) if (++number && text.trim() !== '') yield { number, text };
    if (rest.length > MAX_LINE_CHARACTERS)
      throw PerceptError.invalid('jsonl', `the line ${number + 1} of ${path} is longer than 1 MiB.`);
  }
  if (rest.trim() !== '') yield { number: number + 1, text: rest };
}
