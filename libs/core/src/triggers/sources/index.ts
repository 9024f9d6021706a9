export type { TickRules } from './tick-rules';
export type { StartedTrigger, TriggerContext, TriggerEvent, TriggerSource } from './trigger-source';
export { TRIGGER_KINDS, TRIGGER_SOURCES, triggerSource, type TriggerKind, type TriggerSettings } from './trigger-sources';
