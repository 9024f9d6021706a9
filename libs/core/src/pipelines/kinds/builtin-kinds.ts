import { definePlugin } from './plugin';
import { cron, every, watch, webhook } from '../trigger-sources';
import { collectionAdd, collectionSearch, httpRequest, notify, trackState } from '../operations';
import { csv, json, jsonLines, zip } from '../outputs';
import * as sources from '../sources';

/** Percept registers its own kinds in the same way as those of plugins. */
export const BUILTIN_KINDS = [
  definePlugin({
    ...{ name: 'files', version: '1.0.0' },
    sources: [sources.files, sources.items, sources.csv, sources.jsonl, sources.urls],
    outputs: [jsonLines, csv, json, zip],
  }),
  definePlugin({ name: 'clock', version: '1.0.0', triggers: [cron, every] }),
  definePlugin({ name: 'arrivals', version: '1.0.0', triggers: [watch, webhook] }),
  definePlugin({ name: 'http', version: '1.0.0', operations: [httpRequest, notify] }),
  definePlugin({ name: 'memory', version: '1.0.0', operations: [trackState, collectionAdd, collectionSearch] }),
];
