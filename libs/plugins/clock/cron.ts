import { defineTriggerSource, required, text, TICK_KEYWORDS, toTickRules, type TickRules } from '@percept/sdk/pipelines';
import { Cron } from 'croner';
import { createCronTimes } from './cron-times';
import { checkJitter } from './jitter';

interface CronDefinition {
  /** Undefined if the pattern has a mistake. */
  cron: string | undefined;
  timezone: string | undefined;
}

const CRON_KEYWORDS = {
  cron: required(text('When it fires: five fields, or six with seconds.', 'pattern')),
  timezone: text("The zone of its times, such as Europe/Berlin; the machine's when absent.", 'time zone'),
  ...TICK_KEYWORDS,
};

const ENTRIES = ['second', 'minute', 'hour', 'day of the month', 'month', 'day of the week', 'year'];
/** The range of each field, by croner's name for it. */
const RANGES: Readonly<Record<string, { name: string; from: number; to: number }>> = {
  second: { name: 'second', from: 0, to: 59 },
  minute: { name: 'minute', from: 0, to: 59 },
  hour: { name: 'hour', from: 0, to: 23 },
  day: { name: 'day', from: 1, to: 31 },
  nearestWeekdays: { name: 'day', from: 1, to: 31 },
  month: { name: 'month', from: 1, to: 12 },
  dayOfWeek: { name: 'day of the week', from: 0, to: 7 },
};

/** Fires at the times of a cron pattern, by the wall clock of its time zone. */
export const cron = defineTriggerSource<typeof CRON_KEYWORDS, CronDefinition & TickRules, CronDefinition>({
  name: 'cron',
  keywords: CRON_KEYWORDS,
  clock: {
    times: ({ cron: pattern, timezone }) => createCronTimes(pattern!, timezone),
    rules: (settings) => settings,
  },

  parse(values, fields) {
    const { cron: pattern, timezone } = values;
    const isZone = timezone === undefined || isTimeZone(timezone);
    if (!isZone) fields.report('timezone', `'${timezone}' is not a time zone; use a name such as Europe/Berlin.`);
    const reason = pattern && whyNotPattern(pattern);
    if (reason) fields.report('cron', `'cron' cannot be read: ${reason}.`);
    else if (pattern) checkJitter(values.jitter, () => createCronTimes(pattern, 'UTC'), fields);
    return { cron: pattern, timezone: isZone ? timezone : undefined, ...toTickRules(values) };
  },

  definition: ({ cron: pattern, timezone }) => ({ cron: pattern, timezone }),
  describe: ({ cron: pattern, timezone }) => ({ rule: pattern ?? null, timezone }),
});

function whyNotPattern(pattern: string): string | undefined {
  const fields = pattern.trim().split(/\s+/);
  if (![5, 6].includes(fields.length) && !isNickname(fields))
    return `it has ${fields.length} field${fields.length === 1 ? '' : 's'}; use five, or six with seconds`;
  try {
    return new Cron(pattern, { paused: true }).nextRun() ? undefined : 'it never fires';
  } catch (error) {
    return toReason((error as Error).message);
  }
}

/** A name for a pattern, such as `@daily`. */
const isNickname = ([first, ...others]: readonly string[]): boolean => first!.startsWith('@') && others.length === 0;

/**
 * Restates croner's message in the numbers and words of the pattern. Croner counts days and months from 0, and entries from the
 * seconds on.
 */
function toReason(message: string): string {
  const [, field, value] = /^CronPattern: Invalid value for (\w+): (-?\d+)/.exec(message) ?? [];
  const range = field && RANGES[field];
  if (range)
    return `${range.name} ${Number(value) + (range.from === 1 ? 1 : 0)} does not exist; use ${range.from} to ${range.to}`;
  const words = message.replace(/configuration entry (\d)/, (_, entry: string) => `the field for the ${ENTRIES[Number(entry)]}`);
  return words.replace(/^\w+: |\.$/g, '');
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
