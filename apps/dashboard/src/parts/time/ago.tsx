import { useEffect, useReducer } from 'react';

const TICK_MS = 10_000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

/** A relative time, such as `3 minutes ago` or `in 2 days`. */
export function relative(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1_000;
  const [unit, size] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? STEPS.at(-1)!;
  return words.format(Math.trunc(seconds / size), unit);
}

/** A relative time. Hovering shows the exact time in the reader's time zone, with the zone's name. */
export function Ago({ at, never = 'never' }: { at?: string | null; never?: string }) {
  useNow();
  if (!at) return never;
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {relative(at)}
    </time>
  );
}

/** Renders the caller again every ten seconds. The whole page shares one timer. */
function useNow(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    watchers.add(draw);
    timer ??= setInterval(() => watchers.forEach((each) => each()), TICK_MS);
    return () => {
      watchers.delete(draw);
      if (watchers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
}
