/** The format of a timestamp, so that others can be written alike. */
interface TimestampForm {
  unit: 'year' | 'month' | 'day' | 'time';
  /** The text between date and time. */
  separator: string;
  seconds: boolean;
  /** How many digits follow the seconds. */
  fraction: number;
  /** `+01:00` is colon, `+0100` basic. */
  offset: 'none' | 'Z' | 'colon' | 'basic';
}

export interface Timestamp {
  /** The written date and time, in ms since 1970 as if in UTC. */
  wall: number;
  /** Minutes that the wall clock is ahead of UTC; 0 if no offset is written. */
  offset: number;
  form: TimestampForm;
}

export const MINUTE = 60_000;
export const DAY = 86_400_000;

const PATTERN = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:([T ])(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

/** The moment itself, in ms since 1970 UTC. */
export const toInstant = ({ wall, offset }: Pick<Timestamp, 'wall' | 'offset'>): number => wall - offset * MINUTE;

/** Reads ISO 8601: year, month, date or date-time, with or without an offset. Undefined for any other text. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [, year, month = '01', day = '01', separator = '', hour = '00', minute = '00', second = '00', fraction = '', zone = ''] =
    match;
  const date = utc(Number(year), Number(month), Number(day));
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return undefined;
  // Only days after the 28th may be missing in a month.
  if (Number(day) > 28 && new Date(date).getUTCDate() !== Number(day)) return undefined;
  const wall = date + clock(Number(hour), Number(minute), Number(second));
  const offset = offsetOf(zone);
  if (Math.abs(offset) > 18 * 60) return undefined;
  const form: TimestampForm = {
    unit: separator ? 'time' : match[3] ? 'day' : match[2] ? 'month' : 'year',
    separator,
    seconds: match[7] !== undefined,
    fraction: fraction.length,
    offset: zone === '' ? 'none' : zone === 'Z' ? 'Z' : zone.includes(':') ? 'colon' : 'basic',
  };
  return { wall: wall + (fraction ? Math.trunc(Number(`0.${fraction}`) * 1000) : 0), offset, form };
}

/** Writes a wall clock in a form. */
export function formatTimestamp(wall: number, offset: number, form: TimestampForm): string {
  const iso = new Date(wall).toISOString();
  if (form.unit !== 'time') return iso.slice(0, { year: 4, month: 7, day: 10 }[form.unit]);
  const date = iso.slice(0, 10) + form.separator + iso.slice(11, form.seconds ? 19 : 16);
  const fraction = form.fraction > 0 ? `.${iso.slice(20, 23).padEnd(form.fraction, '0').slice(0, form.fraction)}` : '';
  return date + fraction + zoneText(offset, form.offset);
}

/** Whether two formats differ at most in the offset's value. */
export const sameForm = (a: TimestampForm, b: TimestampForm): boolean =>
  a.unit === b.unit && (a.offset === 'none') === (b.offset === 'none');

/** Midnight of a date, as if in UTC. The years 0 to 99 are not moved to the 1900s. */
export function utc(year: number, month: number, day: number): number {
  if (year > 99) return Date.UTC(year, month - 1, day);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

const clock = (hour: number, minute: number, second: number) => ((hour * 60 + minute) * 60 + second) * 1000;

function offsetOf(zone: string): number {
  if (zone === '' || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

function zoneText(offset: number, style: TimestampForm['offset']): string {
  if (style === 'none' || (style === 'Z' && offset === 0)) return style === 'Z' ? 'Z' : '';
  const minutes = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${sign}${two(Math.floor(minutes / 60))}${style === 'basic' ? '' : ':'}${two(minutes % 60)}`;
}
