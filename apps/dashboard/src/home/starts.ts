import type { Schedule } from '../pipelines/answers';

/** A trigger of a pipeline, with its next scheduled time if it has one. */
export interface Start extends Pick<Schedule, 'id' | 'pipeline' | 'rule' | 'kind'> {
  at: string | undefined;
}

/** A rule in words: the `600 s` of an interval is `every 10 min`. */
export function describeRule({ kind, rule }: Pick<Start, 'kind' | 'rule'>): string {
  const seconds = kind === 'every' ? Number(/^(\d+) s$/.exec(rule ?? '')?.[1]) : NaN;
  if (Number.isNaN(seconds)) return rule ?? kind;
  const [size, unit] = UNITS.find(([each]) => seconds % each === 0)!;
  return `every ${seconds / size} ${unit}`;
}

const UNITS = [
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** Sorts after every tick. */
const NEVER = '9999';

/** Lists each trigger once: scheduled ones by their next tick, then those that wait. Paused triggers are left out. */
export function listStarts(schedules: readonly Schedule[]): Start[] {
  const waits = ({ kind, paused_at, has_address }: Schedule): boolean =>
    paused_at === null && has_address !== false && kind !== 'cron' && kind !== 'every';
  return schedules
    .filter((schedule) => schedule.next.length > 0 || waits(schedule))
    .map(({ id, pipeline, rule, kind, next }) => ({ id, pipeline, rule, kind, at: next[0] }))
    .toSorted((one, other) => (one.at ?? NEVER).localeCompare(other.at ?? NEVER) || one.id.localeCompare(other.id));
}
