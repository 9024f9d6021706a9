import { definePlugin } from '@percept/sdk';
import { watch } from './watch/watch';
import { webhook } from './webhook/webhook';

/** Triggers that wait for files, objects and requests. */
export default definePlugin({ name: 'arrivals', version: '1.0.0', triggers: [watch, webhook] });
