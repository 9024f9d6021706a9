import { PerceptError } from './errors';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `30s`, `5m`, `2h`, `1d`, `250ms` → milliseconds; undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match) return undefined;
  return Math.round(Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS]);
}

/** The last moment with a year of four digits, which every reader of ISO 8601 knows. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/**
 * A future moment: an ISO 8601 date or date-time, or a duration from `now` on → ms since the epoch.
 * @param field the parameter that holds it; `others` are the forms it may have besides a date-time, for the error message.
 * @throws INVALID_REQUEST for the field.
 */
export function parseMoment(text: string, now: number, { field, others }: { field: string; others: string }): number {
  const duration = parseDuration(text);
  const at = duration === undefined ? parseDateTime(text) : now + duration;
  if (at === undefined || at > LATEST_MS)
    throw PerceptError.invalid(field, `must be a date-time such as 2027-01-01T00:00:00Z${others}, not '${text}'.`);
  if (at <= now) throw PerceptError.invalid(field, `${new Date(at).toISOString()} is not in the future.`);
  return at;
}

/** An ISO 8601 date or date-time → ms since the epoch; undefined if the text is neither or names a day that does not exist. */
export function parseDateTime(text: string): number | undefined {
  const [date, day] = /^\d{4}-\d\d-(\d\d)(?!\d)/.exec(text) ?? [];
  // JavaScript takes 2027-02-30 for the second of March.
  if (date === undefined || new Date(date).getUTCDate() !== Number(day)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
