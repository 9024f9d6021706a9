import type { JsonSchema } from '../syntax';
import { CATCH_UPS } from '../trigger-times';
import { OVERLAPS } from '../triggers';

const text = (description: string): JsonSchema => ({ type: 'string', description });

const EVERY_KIND: Record<string, JsonSchema> = {
  id: text('Names the trigger; its place in the list when absent.'),
  inputs: { type: 'object', description: 'Values for inputs of the pipeline.' },
  overlap: { enum: [...OVERLAPS], description: 'While the run before is under way.' },
  paused: { type: 'boolean', description: 'Waits until it is resumed: percept schedule resume.' },
  pause_after: { type: 'integer', minimum: 1, maximum: 1_000, description: 'Failed runs one after the other.' },
};
const BY_THE_CLOCK: Record<string, JsonSchema> = {
  jitter: text('Spreads ticks: 5m.'),
  catch_up: { enum: [...CATCH_UPS], description: 'Ticks that nobody was there for.' },
  catch_up_window: text('Only those that are no older: 6h.'),
  catch_up_limit: { type: 'integer', minimum: 1, maximum: 1_000, description: 'With all: the newest so many.' },
};
const INPUT = text('The input that gets the path of the file, or the whole body.');

const KINDS: Record<string, Record<string, JsonSchema>> = {
  cron: { cron: text('30 2 * * *'), timezone: text('Europe/Berlin; name one.'), ...BY_THE_CLOCK },
  every: { every: text('15m, 6h, 2d.'), start: text('Counts from: 2026-01-01T06:00:00Z.'), ...BY_THE_CLOCK },
  watch: { watch: text('A folder.'), pattern: text('*.{jpg,png}'), settle: text('How long a file rests: 2s.'), input: INPUT },
  webhook: { webhook: text('What it is for.'), input: INPUT },
};

/** What an editor completes the triggers of a pipeline by: one form for each kind. */
export const TRIGGER: JsonSchema = {
  anyOf: Object.entries(KINDS).map(([kind, properties]) => ({
    type: 'object',
    properties: { ...properties, ...EVERY_KIND },
    required: [kind],
    additionalProperties: false,
  })),
};
