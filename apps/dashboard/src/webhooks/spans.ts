const HOUR_MS = 3_600_000;

/** How far to look back, in milliseconds. */
export const SPANS: { value: string; label: string }[] = [
  { value: String(HOUR_MS), label: 'last hour' },
  { value: String(24 * HOUR_MS), label: 'last 24 hours' },
  { value: String(7 * 24 * HOUR_MS), label: 'last 7 days' },
  { value: String(30 * 24 * HOUR_MS), label: 'last 30 days' },
];

/** The start of the span, in whole minutes, so that repeated queries stay the same. */
export const since = (span: string): string => new Date(Math.floor((Date.now() - Number(span)) / 60_000) * 60_000).toISOString();
