import type { TriggerSpec } from '../pipelines/language';
import { triggerSource } from '../pipelines/trigger-sources';

/** The settings that decide when a trigger fires, as stored text. If the text changes, the trigger starts from now. */
export function writeDefinition({ kind, settings, paused }: TriggerSpec): string {
  return JSON.stringify({ ...triggerSource(kind).definition(settings), paused: paused || undefined });
}

export function readDefinition(text: string): object {
  return JSON.parse(text) as object;
}
