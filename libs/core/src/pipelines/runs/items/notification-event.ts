import type { RunContext } from '../context/run-context';
import type { ItemResult } from '../shards/item-writer';
import type { Prediction } from './prediction-event';

/** The event that a step such as `notify` asks for. */
export function notificationEvent(
  { row }: RunContext,
  { step, item, outcome }: Prediction,
): NonNullable<ItemResult['events']>[number] {
  const about = { kind: 'pipeline', run_id: row.id, pipeline: row.pipeline, step: step.id, item };
  const said = outcome.result!.event!.data;
  return { type: 'system.notification', data: { ...about, ...said } };
}
