const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 minutes ago`, `in 2 days`. */
export function relative(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1_000;
  const [unit, size] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? STEPS.at(-1)!;
  return words.format(Math.trunc(seconds / size), unit);
}

/** A moment, as far from now as it is; the exact one on hover. */
export function Ago({ at, never = 'never' }: { at?: string | null; never?: string }) {
  if (!at) return never;
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {relative(at)}
    </time>
  );
}
