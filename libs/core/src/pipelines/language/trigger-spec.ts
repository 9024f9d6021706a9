import type { TriggerSettings } from '../trigger-sources';

export const OVERLAPS = ['skip', 'queue', 'cancel_previous', 'allow'] as const;

/** What starts a run without a request. */
export type TriggerSpec = TriggerSettings & {
  /** Its position in the list where the pipeline gives none. */
  id: string;
  /** Values for inputs of the pipeline. */
  inputs: Record<string, unknown>;
  /** What happens while a run of the trigger is in progress. */
  overlap: (typeof OVERLAPS)[number];
  /** Failed runs in a row after which it pauses; undefined: never. */
  pauseAfter?: number;
  /** Waits to be resumed before it fires for the first time. */
  paused: boolean;
  /** The input that gets the value of an event. */
  input?: string;
};
