import { toJson } from '@percept/sdk';
import { defineOutputFormat } from '@percept/sdk/pipelines';

export const json = defineOutputFormat({
  name: 'json',
  extension: '.json',
  mediaType: 'application/json; charset=utf-8',
  description: 'Path of a file with one JSON list.',

  async *encode(rows) {
    let separator = '[\n';
    for await (const page of rows()) {
      if (page.length === 0) continue;
      yield Buffer.from(separator + page.map((row) => toJson(row)).join(',\n'));
      separator = ',\n';
    }
    yield Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n');
  },
});
