import { definePlugin } from './plugin';
import { cron, every, watch, webhook } from '../trigger-sources';
import { collectionAdd, collectionSearch, httpRequest, notify, trackState } from '../operations';

export const BUILTIN_KINDS = [
  definePlugin({ name: 'clock', version: '1.0.0', triggers: [cron, every] }),
  definePlugin({ name: 'arrivals', version: '1.0.0', triggers: [watch, webhook] }),
  definePlugin({ name: 'http', version: '1.0.0', operations: [httpRequest, notify] }),
  definePlugin({ name: 'memory', version: '1.0.0', operations: [trackState, collectionAdd, collectionSearch] }),
];
