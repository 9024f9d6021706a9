import { definePlugin } from '@percept/sdk';
import { cron } from './cron';
import { every } from './every';

/** Triggers that follow the clock. */
export default definePlugin({ name: 'clock', version: '1.0.0', triggers: [cron, every] });
