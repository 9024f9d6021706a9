import { definePlugin } from '@percept/sdk';
import { csvSource, files, items, jsonl, urls } from './sources';
import { csvOutput as csvFile, json, jsonLines, zip } from './outputs';

/** Items from files, objects and lists, and files of rows. */
export default definePlugin({
  name: 'files',
  version: '1.0.0',
  sources: [files, items, csvSource, jsonl, urls],
  outputs: [jsonLines, csvFile, json, zip],
});
