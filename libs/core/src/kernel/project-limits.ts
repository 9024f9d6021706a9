/** What a project may have at most, where the setting says nothing else. */
const DEFAULTS = {
  keys: 1_000,
  pipelines: 500,
  triggers: 100,
  uploads: 100_000,
  webhooks: 50,
  secrets: 100,
  models: 100,
  collections: 100,
  entries: 1_000_000,
};
/** Megabytes on disk; of analyses those that wait. */
const MEGABYTES = { uploads_mb: 2_000, models_mb: 500, analyses_mb: 2_000 };

/** Kinds of things that a project makes itself, and that stay until it removes them. */
export type Limited = keyof typeof DEFAULTS;
const LIMITED = Object.keys(DEFAULTS) as Limited[];
export type Megabytes = keyof typeof MEGABYTES;
export const LIMIT_NAMES = [...LIMITED, ...(Object.keys(MEGABYTES) as Megabytes[])];

const PAIR = String.raw`(${LIMIT_NAMES.join('|')})=(0|[1-9]\d{0,8})`;
/** Pairs such as `keys=1000,pipelines=500`. */
export const PROJECT_LIMITS = new RegExp(`^(${PAIR}(,${PAIR})*)?$`);

/** @param text that PROJECT_LIMITS matches. */
export function readProjectLimits(text: string): Record<Limited | Megabytes, number> {
  const pairs = text.split(',').filter(Boolean);
  const given = pairs.map((pair) => pair.split('=')).map(([kind, most]): [string, number] => [kind!, Number(most)]);
  return { ...DEFAULTS, ...MEGABYTES, ...Object.fromEntries(given) };
}
