interface SampleSeries {
  name: string;
  csv: string;
  periods: number;
}

/** A reproducible number between -1 and 1 that looks random. */
const wobble = (n: number): number => Math.sin(n * 12.9898) * Math.cos(n * 4.1414);

const lines = (length: number, dateOf: (n: number) => number, valueOf: (n: number) => number): string =>
  Array.from({ length }, (_, n) => `${new Date(dateOf(n)).toISOString().slice(0, 10)},${Math.round(valueOf(n) * 10) / 10}`).join(
    '\n',
  );

const month = (n: number): number => Date.UTC(2023, n, 1);
const day = (n: number): number => Date.UTC(2026, 0, 1 + n);

/** Generated samples. The page opens with an answer to the first one. */
export const SERIES: readonly SampleSeries[] = [
  {
    ...{ name: 'Visitors by month', periods: 12 },
    csv: lines(36, month, (n) => Math.round(120 + n * 2 + 30 * Math.sin((n / 12) * 2 * Math.PI))),
  },
  {
    ...{ name: 'Sales by day', periods: 14 },
    csv: lines(84, day, (n) => 200 + (n % 7 > 4 ? 90 : 0) + 12 * wobble(n) + (n === 40 ? 260 : 0) + (n >= 56 ? 70 : 0)),
  },
  {
    ...{ name: 'Subscribers by month', periods: 6 },
    csv: lines(24, month, (n) => 40 * 1.12 ** n * (1 + 0.03 * wobble(n))),
  },
];
