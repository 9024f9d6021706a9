import type { TriggerSpec } from '../pipelines/language';

/** What decides when a trigger fires; another one starts from now. */
export interface Definition {
  cron?: string;
  timezone?: string;
  everyMs?: number;
  start?: number;
  folder?: string;
  pattern?: string;
  paused?: true;
}

/** The definition as text, to be compared. */
export function writeDefinition({ when, watch, paused }: TriggerSpec): string {
  const definition: Definition = {
    cron: when?.cron,
    timezone: when?.timezone,
    everyMs: when?.everyMs,
    start: when?.start,
    folder: watch?.folder,
    pattern: watch?.pattern,
    paused: paused || undefined,
  };
  return JSON.stringify(definition);
}

export function readDefinition(text: string): Definition {
  return JSON.parse(text) as Definition;
}
