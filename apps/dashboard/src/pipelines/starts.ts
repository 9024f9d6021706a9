import type { Schedule } from './answers';

type Trigger = Pick<Schedule, 'kind' | 'next' | 'paused_at' | 'has_address'>;

export const START_EVENTS: Readonly<Record<string, string>> = { watch: 'when a file arrives', webhook: 'when its URL is called' };

/** The pipeline's next start: the time of its next tick, or in words what it waits for. */
export function startFrom(triggers: readonly Trigger[]): { at?: string; waits: string } {
  const at = triggers.flatMap(({ next }) => next).sort()[0];
  const waiting = triggers.filter(({ paused_at, has_address }) => paused_at === null && has_address !== false);
  const events = [...new Set(waiting.flatMap(({ kind }) => START_EVENTS[kind] ?? []))];
  if (events.length > 0) return { at, waits: events.join(', ') };
  const paused = [...new Set(triggers.filter(({ paused_at }) => paused_at !== null).map(({ kind }) => kind))];
  if (paused.length > 0) return { at, waits: `paused: ${paused.join(', ')}` };
  return { at, waits: triggers.length > 0 ? 'by hand: its webhook has no URL yet' : 'by hand' };
}
