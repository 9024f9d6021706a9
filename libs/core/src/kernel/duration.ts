const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `30s`, `5m`, `2h`, `1d`, `250ms` → milliseconds; undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match) return undefined;
  return Math.round(Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS]);
}

const MAX_EPOCH_MS = 8.64e15;

/** An ISO 8601 date or date-time, or a duration from `now` on → ms since the epoch; undefined if the text is neither. */
export function parseMoment(text: string, now: number): number | undefined {
  const duration = parseDuration(text);
  const at = duration === undefined ? (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN) : now + duration;
  return Number.isSafeInteger(at) && Math.abs(at) <= MAX_EPOCH_MS ? at : undefined;
}
