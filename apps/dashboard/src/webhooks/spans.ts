const HOUR_MS = 3_600_000;

/** Times to look back, in milliseconds. */
export const SPANS: { value: string; label: string }[] = [
  { value: String(HOUR_MS), label: 'last hour' },
  { value: String(24 * HOUR_MS), label: 'last 24 hours' },
  { value: String(7 * 24 * HOUR_MS), label: 'last 7 days' },
  { value: String(30 * 24 * HOUR_MS), label: 'last 30 days' },
];

/** The moment so long ago, in whole minutes: what is asked again and again stays the same question. */
export const since = (span: string): string => new Date(Math.floor((Date.now() - Number(span)) / 60_000) * 60_000).toISOString();
