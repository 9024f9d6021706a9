import { cron } from './cron';
import { every } from './every';
import type { TriggerSource } from './trigger-source';
import { watch } from './watch';
import { webhook } from './webhook';

/** The sources by the keyword that selects them in `triggers`. */
export const TRIGGER_SOURCES = { cron, every, watch, webhook };

type Sources = typeof TRIGGER_SOURCES;

export type TriggerKind = keyof Sources;

export const TRIGGER_KINDS = Object.keys(TRIGGER_SOURCES) as TriggerKind[];

/** A kind of trigger with its settings. */
export type TriggerSettings = {
  [Kind in TriggerKind]: { kind: Kind; settings: ReturnType<Sources[Kind]['parse']> };
}[TriggerKind];

export function triggerSource(kind: string): TriggerSource {
  return TRIGGER_SOURCES[kind as TriggerKind];
}
