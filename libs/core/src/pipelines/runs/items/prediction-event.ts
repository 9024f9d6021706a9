import type { CallStep } from '../../language';
import type { CallOutcome } from './call-capability';
import type { LocalRun } from '../context/run-context';
import type { ItemResult } from '../shards/item-writer';

type Event = NonNullable<ItemResult['events']>[number];

/** A receiver fetches a larger result by its URL. */
const MAX_RESULT_CHARACTERS = 20_000;

export interface ItemPrediction {
  step: CallStep;
  /** Key of the item. */
  item: string;
  outcome: CallOutcome;
  /** The size of the result's JSON. */
  characters: number;
}

/** The event that reports a call of a pipeline. */
export function predictionEvent(
  { row, secrets, services }: LocalRun,
  { step, item, outcome, characters }: ItemPrediction,
): Event {
  const about = {
    capability: step.uses,
    source: 'pipeline',
    run_id: row.id,
    pipeline: row.pipeline,
    step: step.id,
    item,
    ...(outcome.cached && { cached: true }),
  };
  if (!outcome.result) {
    const { code, message, details } = outcome.error;
    const error = { code, message, details };
    return { type: 'prediction.failed', data: { ...about, attempts: outcome.attempts, error } };
  }
  const { output, models } = outcome.result;
  const told = services.host.capabilities.get(step.uses)?.told?.(output) as typeof output | undefined;
  const isLarge = characters > MAX_RESULT_CHARACTERS;
  const result =
    isLarge && !told ? { result_url: itemUrl(row.id, item) } : { result: secrets.only(step.secrets).hideIn(told ?? output) };
  return { type: 'prediction.completed', data: { ...about, ...result, models } };
}

function itemUrl(runId: string, key: string): string {
  return `/v2/runs/${runId}/items?key=${encodeURIComponent(key)}`;
}
