export type { TickRules } from './tick-rules';
export type { StartedTrigger, TriggerContext, TriggerEvent, TriggerSource } from './trigger-source';
export { triggerSource, triggerSources, type TriggerSettings } from './trigger-sources';
export { cron } from './cron';
export { every } from './every';
export { watch } from './watch';
export { webhook } from './webhook';
