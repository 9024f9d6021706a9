/** A project's limits where the setting does not name them. */
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
/** Limits in megabytes on disk; `analyses_mb` counts the analyses that wait. */
const MEGABYTES = { uploads_mb: 2_000, models_mb: 500, analyses_mb: 2_000 };

/** Limits at one time: requests in a minute, runs of one key (0: any number), megabytes of one run's results. */
const AT_ONCE = { rate_per_minute: 6_000, runs_per_key: 0, run_results_mb: 500 };

/** Things that a project creates and keeps until it removes them. */
export type Limited = keyof typeof DEFAULTS;
export type Megabytes = keyof typeof MEGABYTES;
export const LIMIT_NAMES = Object.keys({ ...DEFAULTS, ...MEGABYTES, ...AT_ONCE });

const PAIR = String.raw`(${LIMIT_NAMES.join('|')})=(0|[1-9]\d{0,8})`;
/** Pairs such as `keys=1000,pipelines=500`. */
export const PROJECT_LIMITS = new RegExp(`^(${PAIR}(,${PAIR})*)?$`);

/** @param text matches PROJECT_LIMITS. */
export function readProjectLimits(text: string): Record<Limited | Megabytes | keyof typeof AT_ONCE, number> {
  const pairs = text.split(',').filter(Boolean);
  const given = pairs.map((pair) => pair.split('=')).map(([kind, most]): [string, number] => [kind!, Number(most)]);
  return { ...DEFAULTS, ...MEGABYTES, ...AT_ONCE, ...Object.fromEntries(given) };
}
