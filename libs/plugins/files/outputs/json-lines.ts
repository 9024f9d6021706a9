import { toJson } from '@percept/sdk';
import { defineOutputFormat } from '@percept/sdk/pipelines';

export const jsonLines = defineOutputFormat({
  name: 'jsonl',
  extension: '.jsonl',
  mediaType: 'application/x-ndjson; charset=utf-8',
  description: 'Path of a file with a JSON value on each line.',

  async *encode(rows) {
    for await (const page of rows()) yield Buffer.from(page.map((row) => `${toJson(row)}\n`).join(''));
  },
});
