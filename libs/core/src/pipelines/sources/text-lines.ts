import { TextDecoder } from 'node:util';
import { PerceptError } from '../../kernel';
import type { DataFile } from './data-file';

const MAX_LINE_CHARACTERS = 1024 * 1024;

/** The lines of a text file that are not empty, with their numbers from 1. @throws PerceptError if one is too long. */
export async function* textLines({ name, read }: DataFile): AsyncGenerator<{ number: number; text: string }> {
  let rest = '';
  let number = 0;
  // It drops a byte order mark.
  const decoder = new TextDecoder();
  for await (const bytes of read()) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    rest = lines.pop()!;
    for (const text of lines) if (++number && text.trim() !== '') yield { number, text };
    if (rest.length > MAX_LINE_CHARACTERS)
      throw PerceptError.invalid('jsonl', `the line ${number + 1} of ${name} is longer than 1 MiB.`);
  }
  if (rest.trim() !== '') yield { number: number + 1, text: rest };
}
