import type { RunDetail } from '../../pipelines/answers';
import { formatDuration } from '../../parts/text/duration';
import { number } from '../../parts/text/numbers';

/** One property, compared between two runs. */
export interface Difference {
  name: string;
  one: string;
  other: string;
  differs: boolean;
  /** The difference in words. */
  note?: string;
}

const NONE = '–';
const NAMES = { total: 'Items', succeeded: 'Succeeded', failed: 'Failed', cached: 'From the cache' } as const;

const fact = (name: string, one: string, other: string, note?: string): Difference => ({
  name,
  one,
  other,
  differs: one !== other,
  note,
});

/** Duration in ms. Undefined if the step has not ended. */
function took({ started_at: start, ended_at: end }: Partial<RunDetail['steps'][number]>): number | undefined {
  return start && end ? Date.parse(end) - Date.parse(start) : undefined;
}

/** Two durations, and how much longer the first took. Less than a fiftieth of a second is noise. */
function times(name: string, one: number | undefined, other: number | undefined): Difference {
  const shown = (ms: number | undefined): string => (ms === undefined ? NONE : formatDuration(ms));
  if (one === undefined || other === undefined) return fact(name, shown(one), shown(other));
  const more = one - other;
  if (Math.abs(more) < 20) return { ...fact(name, shown(one), shown(other)), differs: false };
  const factor = Math.max(one, other) / Math.max(1, Math.min(one, other));
  const ratio = factor >= 1.5 ? `, ${number(factor, 1)} times` : '';
  return fact(name, shown(one), shown(other), `${formatDuration(Math.abs(more))} ${more > 0 ? 'longer' : 'shorter'}${ratio}`);
}

function count(name: string, one: number | undefined, other: number | undefined): Difference {
  const shown = (value: number | undefined): string => (value === undefined ? NONE : number(value));
  const more = (one ?? 0) - (other ?? 0);
  return fact(
    name,
    shown(one),
    shown(other),
    more === 0 ? undefined : `${number(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'}`,
  );
}

/** Items per second of both runs. A difference of less than a fifth is noise. */
function speeds(one: number | null | undefined, other: number | null | undefined): Difference {
  const shown = (rate: number | null | undefined): string => (rate ? `${rate.toPrecision(3)} items a second` : NONE);
  const compared = fact('Speed', shown(one), shown(other));
  if (!one || !other) return compared;
  const factor = Math.max(one, other) / Math.min(one, other);
  return factor < 1.2
    ? { ...compared, differs: false }
    : { ...compared, note: `${number(factor, 1)} times ${one > other ? 'faster' : 'slower'}` };
}

/** Compares state, time, counts and speed, and whether both ran the same text. */
export function compareFacts(one: RunDetail, other: RunDetail): Difference[] {
  const most = ({ limit }: RunDetail): string => (limit === null ? 'all' : `at most ${limit}`);
  const text = ({ revision }: RunDetail): string => revision.slice(0, 8);
  return [
    fact('State', one.status, other.status),
    times('Duration', one.duration_ms ?? undefined, other.duration_ms ?? undefined),
    ...Object.entries(NAMES).map(([key, name]) =>
      count(name, one.counts[key as keyof typeof NAMES], other.counts[key as keyof typeof NAMES]),
    ),
    ...(one.limit === other.limit ? [] : [fact('Items of each block', most(one), most(other))]),
    speeds(one.rate_per_s, other.rate_per_s),
    fact('Text of the pipeline', text(one), text(other), one.revision === other.revision ? undefined : 'was changed'),
  ];
}

/** Compares the inputs by name. */
export function compareInputs(one: RunDetail, other: RunDetail): Difference[] {
  const shown = (value: unknown): string => (value === undefined ? NONE : JSON.stringify(value));
  return namesOf(Object.keys(one.inputs), Object.keys(other.inputs)).map((name) =>
    fact(name, shown(one.inputs[name]), shown(other.inputs[name])),
  );
}

/** Compares the durations of the steps, in order. */
export function compareSteps(one: RunDetail, other: RunDetail): Difference[] {
  const of = ({ steps }: RunDetail, name: string) => steps.find(({ step }) => step === name);
  const names = namesOf(
    one.steps.map(({ step }) => step),
    other.steps.map(({ step }) => step),
  );
  return names.map((name) => times(name, took(of(one, name) ?? {}), took(of(other, name) ?? {})));
}

/** Compares the number of rows in each file that either run wrote. */
export function compareOutputs(one: RunDetail, other: RunDetail): Difference[] {
  const rows = ({ outputs }: RunDetail, name: string) => outputs.find((output) => fileName(output.name) === name)?.rows;
  const names = namesOf(
    one.outputs.map(({ name }) => fileName(name)),
    other.outputs.map(({ name }) => fileName(name)),
  );
  return names.map((name) => count(name, rows(one, name), rows(other, name)));
}

/** An artifact's name without the run's id, which is the same for both runs. */
export const fileName = (name: string): string => name.replace(/run_[A-Za-z0-9]+/, '…');

const namesOf = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** The values that are in the first list only, compared as JSON. */
export function onlyIn<T>(one: readonly T[], other: readonly T[]): T[] {
  const known = new Set(other.map((row) => JSON.stringify(row)));
  return one.filter((row) => !known.has(JSON.stringify(row)));
}
