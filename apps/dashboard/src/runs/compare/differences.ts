import type { RunDetail } from '../../pipelines/answers';
import { duration } from '../../parts/text/duration';
import { number } from '../../parts/text/numbers';

/** A fact of two runs. */
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

/** In ms; undefined: the step has not ended. */
function took({ started_at: start, ended_at: end }: Partial<RunDetail['steps'][number]>): number | undefined {
  return start && end ? Date.parse(end) - Date.parse(start) : undefined;
}

/** A time of both, and how much longer the first took. What is under a fiftieth of a second is noise. */
function times(name: string, one: number | undefined, other: number | undefined): Difference {
  const shown = (ms: number | undefined): string => (ms === undefined ? NONE : duration(ms));
  if (one === undefined || other === undefined) return fact(name, shown(one), shown(other));
  const more = one - other;
  if (Math.abs(more) < 20) return { ...fact(name, shown(one), shown(other)), differs: false };
  const factor = Math.max(one, other) / Math.max(1, Math.min(one, other));
  const ratio = factor >= 1.5 ? `, ${number(factor, 1)} times` : '';
  return fact(name, shown(one), shown(other), `${duration(Math.abs(more))} ${more > 0 ? 'longer' : 'shorter'}${ratio}`);
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

/** Items a second of both. What is under a fifth is noise. */
function speeds(one: number | null | undefined, other: number | null | undefined): Difference {
  const shown = (rate: number | null | undefined): string => (rate ? `${rate.toPrecision(3)} items a second` : NONE);
  const compared = fact('Speed', shown(one), shown(other));
  if (!one || !other) return compared;
  const factor = Math.max(one, other) / Math.min(one, other);
  return factor < 1.2
    ? { ...compared, differs: false }
    : { ...compared, note: `${number(factor, 1)} times ${one > other ? 'faster' : 'slower'}` };
}

/** State, time, counts, speed, and whether both ran the same text. */
export function factsOf(one: RunDetail, other: RunDetail): Difference[] {
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

/** The inputs of both, by name. */
export function inputsOf(one: RunDetail, other: RunDetail): Difference[] {
  const shown = (value: unknown): string => (value === undefined ? NONE : JSON.stringify(value));
  return namesOf(Object.keys(one.inputs), Object.keys(other.inputs)).map((name) =>
    fact(name, shown(one.inputs[name]), shown(other.inputs[name])),
  );
}

/** How long the steps of both took, in their order. */
export function stepsOf(one: RunDetail, other: RunDetail): Difference[] {
  const of = ({ steps }: RunDetail, name: string) => steps.find(({ step }) => step === name);
  const names = namesOf(
    one.steps.map(({ step }) => step),
    other.steps.map(({ step }) => step),
  );
  return names.map((name) => times(name, took(of(one, name) ?? {}), took(of(other, name) ?? {})));
}

/** The rows of each file that either wrote. */
export function outputsOf(one: RunDetail, other: RunDetail): Difference[] {
  const rows = ({ outputs }: RunDetail, name: string) => outputs.find((output) => fileName(output.name) === name)?.rows;
  const names = namesOf(
    one.outputs.map(({ name }) => fileName(name)),
    other.outputs.map(({ name }) => fileName(name)),
  );
  return names.map((name) => count(name, rows(one, name), rows(other, name)));
}

/** The name of an artifact of two runs is the same without the run's id in it. */
export const fileName = (name: string): string => name.replace(/run_[A-Za-z0-9]+/, '…');

const namesOf = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** What is only in one of two lists, by its JSON. */
export function onlyIn<T>(one: readonly T[], other: readonly T[]): T[] {
  const known = new Set(other.map((row) => JSON.stringify(row)));
  return one.filter((row) => !known.has(JSON.stringify(row)));
}
