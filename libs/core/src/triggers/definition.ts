import type { TriggerSpec } from '../pipelines/language';
import { triggerSource } from '../pipelines/trigger-sources';

/** The stored text of what decides when a trigger fires. A trigger with another text starts from now. */
export function writeDefinition({ kind, settings, paused }: TriggerSpec): string {
  return JSON.stringify({ ...triggerSource(kind).definition(settings), paused: paused || undefined });
}

export function readDefinition(text: string): object {
  return JSON.parse(text) as object;
}
