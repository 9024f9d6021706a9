/** Days for the kinds that the setting does not name. */
const DEFAULTS = { analyses: 7, usage: 400, logs: 7 };

/** The kinds with their own retention time. */
export const KEPT = ['runs', 'events', 'webhooks', 'analyses', 'uploads', 'ticks', 'usage', 'audit', 'logs'] as const;
export type Kept = (typeof KEPT)[number];

const DAYS = String.raw`[1-9]\d{0,3}`;
/** Days, and pairs such as `30,audit=365,logs=14`. */
export const RETENTION_DAYS = new RegExp(`^${DAYS}(,(${KEPT.join('|')})=${DAYS})*$`);

/** @param text matches RETENTION_DAYS. */
export function readRetentionDays(text: string): Record<Kept, number> {
  const [all, ...pairs] = text.split(',');
  const given = pairs.map((pair) => pair.split('=')).map(([kind, days]): [string, number] => [kind!, Number(days)]);
  const every = Object.fromEntries(KEPT.map((kind) => [kind, Number(all)]));
  return { ...every, ...DEFAULTS, ...Object.fromEntries(given) } as Record<Kept, number>;
}
