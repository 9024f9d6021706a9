import { DAY, toInstant, MINUTE, type Timestamp } from './timestamp';

/** Minutes ahead of UTC at a moment. */
type OffsetAt = (instant: number) => number;

/** One zone for each daylight saving rule in use: the best known zone with that rule. */
const ZONES = [
  ...['Europe/Berlin', 'Europe/London', 'Europe/Athens', 'Europe/Chisinau', 'Atlantic/Azores', 'Africa/Casablanca'],
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage', 'America/Halifax'],
  ...['America/St_Johns', 'America/Havana', 'America/Santiago', 'America/Asuncion', 'America/Sao_Paulo', 'America/Nuuk'],
  ...['Australia/Sydney', 'Australia/Adelaide', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham'],
  ...['Asia/Jerusalem', 'Asia/Beirut', 'Africa/Cairo'],
];
/** Both neighbours of each change of the offset are checked, so few points decide. */
const MAX_CHANGES = 40;

/**
 * The rule by which the offsets of a series continue. It is that of a zone whose daylight saving time explains every observed
 * offset. If the offset never changes or no zone fits, the last offset stays.
 * @param points by time.
 */
export function offsetRule(points: readonly Timestamp[]): OffsetAt {
  const last = points[points.length - 1]!.offset;
  const changes = points.flatMap((point, i) => (i > 0 && point.offset !== points[i - 1]!.offset ? [i] : []));
  if (changes.length === 0) return () => last;
  const samples = [0, points.length - 1, ...changes.slice(-MAX_CHANGES).flatMap((i) => [i - 1, i])].map((i) => points[i]!);
  for (const zone of ZONES) {
    const rule = ruleOf(zone);
    if (samples.every((point) => rule(toInstant(point)) === point.offset)) return rule;
  }
  return () => last;
}

function ruleOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value;
    const match = /([+-])(\d{2}):(\d{2})/.exec(name);
    return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
  };
}

/** The moment at which a clock of that zone shows `wall`. If the clock skips `wall`, the moment equally far past the skip. */
export function instantOfWall(wall: number, rule: OffsetAt): number {
  const guess = wall - rule(wall) * MINUTE;
  const second = wall - rule(guess) * MINUTE;
  if (second === guess || rule(second) * MINUTE === wall - second) return second;
  return wall - rule(wall - DAY) * MINUTE;
}
