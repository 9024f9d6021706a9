export { readHookBody, type HookContext, type HookReceipt, type HookRequest } from './hook-request';
export { TICK_KEYWORDS, toTickRules, type TickRules } from './tick-rules';
export type { StartedTrigger, Times, TriggerContext, TriggerEvent, TriggerSource } from './trigger-source';
export { triggerSource, triggerSources, type TriggerSettings } from './trigger-sources';
