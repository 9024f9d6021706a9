import { KindRegistry } from '../../kernel';
import type { TriggerSource } from './trigger-source';

export const triggerSources = new KindRegistry<TriggerSource>('trigger', [
  ...['id', 'inputs', 'overlap', 'paused', 'pause_after', 'input'],
]);

/** A kind of trigger with its settings. */
export interface TriggerSettings {
  kind: string;
  settings: object;
}

/** Stands for a trigger whose plugin is gone: its schedule is still shown but never fires. */
const GONE: TriggerSource = {
  name: '',
  keywords: {},
  parse: () => ({}),
  definition: () => ({}),
  describe: () => ({ rule: null }),
};

export function triggerSource(kind: string): TriggerSource {
  return triggerSources.get(kind) ?? GONE;
}
