import { definePlugin } from './plugin';
import { cron, every, watch, webhook } from '../trigger-sources';

export const BUILTIN_KINDS = [
  definePlugin({ name: 'clock', version: '1.0.0', triggers: [cron, every] }),
  definePlugin({ name: 'arrivals', version: '1.0.0', triggers: [watch, webhook] }),
];
