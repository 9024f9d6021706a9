export const MINUTE_MS = 60_000;

/** Minutes since the epoch. */
export const toMinute = (now: number): number => Math.floor(now / MINUTE_MS);

/** The month in UTC, such as `2026-01`. */
export const toMonth = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** The first moment of the next month in UTC, ms since the epoch. */
export function monthEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

export function monthStart(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
