import { toJson } from '../../kernel';
import type { OutputFormat } from './output-format';

export const jsonLines: OutputFormat = {
  description: 'Path of a file with a JSON value on each line.',

  async *encode(rows) {
    for await (const page of rows()) yield Buffer.from(page.map((row) => `${toJson(row)}\n`).join(''));
  },
};
