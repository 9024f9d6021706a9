import type { RunItem } from '../../pipelines/answers';
import type { CallSpan, Timeline } from '../time/timeline';

/** The timeline keeps only the end of a long key. */
const MAX_KEY = 200;

/** The calls for an item, in order. */
export function listItemCalls({ step, key }: Pick<RunItem, 'step' | 'key'>, { lanes }: Timeline): CallSpan[] {
  return lanes
    .flatMap(({ spans }) => spans.filter((span) => span.step === step && span.item === key.slice(-MAX_KEY)))
    .toSorted((one, other) => one.start_ms - other.start_ms);
}
