import type { Schedule } from '../pipelines/answers';

/** What starts a pipeline, and when the clock does so next. */
export interface Start extends Pick<Schedule, 'id' | 'pipeline' | 'rule' | 'kind'> {
  at: string | undefined;
}

/** A rule as one says it: `600 s` of an interval is `every 10 min`. */
export function ruleOf({ kind, rule }: Pick<Start, 'kind' | 'rule'>): string {
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

/** After every tick. */
const NEVER = '9999';

/** Each trigger once: those of the clock by their next tick, then those that wait for something. Paused ones are left out. */
export function startsOf(schedules: readonly Schedule[]): Start[] {
  const waits = ({ kind, paused_at, has_address }: Schedule): boolean =>
    paused_at === null && has_address !== false && kind !== 'cron' && kind !== 'every';
  return schedules
    .filter((schedule) => schedule.next.length > 0 || waits(schedule))
    .map(({ id, pipeline, rule, kind, next }) => ({ id, pipeline, rule, kind, at: next[0] }))
    .toSorted((one, other) => (one.at ?? NEVER).localeCompare(other.at ?? NEVER) || one.id.localeCompare(other.id));
}
