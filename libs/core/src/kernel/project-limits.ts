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

/** How much of it at once: requests in a minute, runs of one key (0: any number), megabytes of the results of one run. */
const AT_ONCE = { rate_per_minute: 6_000, runs_per_key: 0, run_results_mb: 500 };

/** Kinds of things that a project makes itself, and that stay until it removes them. */
export type Limited = keyof typeof DEFAULTS;
export type Megabytes = keyof typeof MEGABYTES;
export const LIMIT_NAMES = Object.keys({ ...DEFAULTS, ...MEGABYTES, ...AT_ONCE });

const PAIR = String.raw`(${LIMIT_NAMES.join('|')})=(0|[1-9]\d{0,8})`;
/** Pairs such as `keys=1000,pipelines=500`. */
export const PROJECT_LIMITS = new RegExp(`^(${PAIR}(,${PAIR})*)?$`);

/** @param text that PROJECT_LIMITS matches. */
export function readProjectLimits(text: string): Record<Limited | Megabytes | keyof typeof AT_ONCE, number> {
  const pairs = text.split(',').filter(Boolean);
  const given = pairs.map((pair) => pair.split('=')).map(([kind, most]): [string, number] => [kind!, Number(most)]);
  return { ...DEFAULTS, ...MEGABYTES, ...AT_ONCE, ...Object.fromEntries(given) };
}
