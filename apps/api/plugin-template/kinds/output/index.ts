import { definePlugin } from '@percept/sdk';
import { defineOutputFormat } from '@percept/sdk/pipelines';

/** `outputs: [{ concat: rows.concat, rows: … }]`: JSON values in sequence, each with its length before it. */
export const concat = defineOutputFormat({
  name: 'concat',
  description: 'Path of a file with JSON values, each after its length in bytes and a colon.',
  extension: '.concat',
  mediaType: 'application/octet-stream',

  // Runs in the main thread of the service: do not block it.
  async *encode(rows) {
    for await (const page of rows()) {
      for (const row of page) {
        const bytes = Buffer.from(JSON.stringify(row));
        yield Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]);
      }
    }
  },
});

export default definePlugin({ name: 'NAME', version: '0.1.0', percept: 'PERCEPT_RANGE', outputs: [concat] });
