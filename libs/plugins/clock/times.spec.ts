import { Cron } from 'croner';
import { cron } from './cron';
import { every } from './every';

const daily = (pattern: string, timezone: string) => cron.clock!.times({ cron: pattern, timezone }, 0);
const iso = (times: number[]) => times.map((at) => new Date(at).toISOString().slice(0, 16));
const at = (text: string) => Date.parse(text);

describe('daylight saving', () => {
  test('in spring a time that the clock jumps over fires once, at the jump', () => {
    const ticks = daily('30 2 * * *', 'Europe/Berlin').between(at('2026-03-28T00:00Z'), at('2026-03-31T00:00Z'), 100);
    expect(iso(ticks)).toEqual(['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']);
  });

  test('in autumn a time that the clock shows twice fires once', () => {
    const ticks = daily('30 2 * * *', 'Europe/Berlin').between(at('2026-10-24T00:00Z'), at('2026-10-27T00:00Z'), 100);
    expect(iso(ticks)).toEqual(['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']);
  });

  test('every hour is every hour, in spring and in autumn', () => {
    for (const day of ['2026-03-29', '2026-10-25']) {
      const ticks = daily('0 * * * *', 'Europe/Berlin').between(at(`${day}T00:00Z`) - 1, at(`${day}T23:59Z`), 100);
      expect(ticks).toHaveLength(24);
      expect(new Set(ticks.slice(1).map((tick, n) => tick - ticks[n]!))).toEqual(new Set([3_600_000]));
    }
  });

  test("Lord Howe's half hour neither doubles nor drops a day", () => {
    const zone = 'Australia/Lord_Howe';
    // In October 02:00 becomes 02:30; in April 02:00 becomes 01:30.
    expect(iso(daily('15 2 * * *', zone).between(at('2026-10-02T00:00Z'), at('2026-10-05T00:00Z'), 9))).toEqual([
      '2026-10-02T15:45',
      '2026-10-03T15:30',
      '2026-10-04T15:15',
    ]);
    expect(daily('45 1 * * *', zone).between(at('2026-04-03T00:00Z'), at('2026-04-07T00:00Z'), 9)).toHaveLength(4);
  });

  test.each([
    ['30 2,14 28 3 *', '2027-03-28', ['2027-03-28T01:00', '2027-03-28T12:30']],
    ['30 2,14 31 10 *', '2027-10-31', ['2027-10-31T00:30', '2027-10-31T13:30']],
    ['*/30 2 * * *', '2027-03-28', ['2027-03-28T01:00']],
    ['0,30 2 * * *', '2027-10-31', ['2027-10-31T00:00', '2027-10-31T00:30']],
    ['*/30 2-3 * * *', '2027-03-28', ['2027-03-28T01:00', '2027-03-28T01:30']],
    ['0 0-4/2 * * *', '2027-10-31', ['2027-10-30T22:00', '2027-10-31T00:00', '2027-10-31T03:00']],
    ['15 30 2 L 10 *', '2027-10-31', ['2027-10-31T00:30']],
  ])('%s in Berlin follows the same rule on %s', (pattern, day, expected) => {
    const [after, until] = [at(`${day}T00:00Z`) - 3 * 3_600_000, at(`${day}T22:00Z`)];
    const times = daily(pattern, 'Europe/Berlin');
    expect(iso(times.between(after, until, 100))).toEqual(expected);
    expect(iso(times.next(expected.length, after))).toEqual(expected);
  });

  test.each([
    ['30 2,14 * * *', '30 2-14/12 * * *'],
    ['*/20 1-3 * * *', '0,20,40 1,2,3 * * *'],
    ['0 */3 * * *', '0 0,3,6,9,12,15,18,21 * * *'],
    ['10 * * * *', '10 0-23 * * *'],
    ['@hourly', '0 0 */1 * * *'],
    ['@daily', '0 0 * * *'],
  ])('%s and %s fire at the same times, through the changes of every kind of zone', (pattern, other) => {
    const changes: [string, string[]][] = [
      ['Europe/Berlin', ['2026-03-28', '2026-10-24']],
      ['Australia/Lord_Howe', ['2026-04-03', '2026-10-02']],
      ['America/Havana', ['2026-03-07', '2026-10-31']],
      // It left out the whole 30th of December.
      ['Pacific/Apia', ['2011-12-28']],
    ];
    for (const [zone, days] of changes) {
      for (const start of days) {
        const [one, two] = [daily(pattern, zone), daily(other, zone)];
        const [after, until] = [at(start), at(start) + 4 * 86_400_000];
        const forwards = one.between(after, until, 5_000);
        expect(two.between(after, until, 5_000)).toEqual(forwards);
        expect(one.next(forwards.length, after)).toEqual(forwards);
        expect(forwards).toEqual([...new Set(forwards)].sort((a, b) => a - b));
      }
    }
  });

  test('asked second by second around a change, each time comes once', () => {
    const times = daily('0,30 2,3 * * *', 'Europe/Berlin');
    for (const day of ['2027-03-28', '2027-10-31']) {
      const seen: number[] = [];
      for (let from = at(`${day}T00:00Z`) - 1; from < at(`${day}T04:00Z`); from += 10_000)
        seen.push(...times.between(from, from + 10_000, 9));
      expect(seen).toEqual(times.between(at(`${day}T00:00Z`) - 1, at(`${day}T04:00Z`), 99));
      expect(seen.length).toBeGreaterThanOrEqual(2);
    }
  });

  test('the next five and those before agree, over a year in zones of all kinds', () => {
    for (const zone of ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca']) {
      const times = daily('15 2 * * *', zone);
      let cursor = at('2026-01-01T00:00Z');
      const forwards: number[] = [];
      while (cursor < at('2027-01-01T00:00Z')) forwards.push((cursor = times.next(1, cursor)[0]!));
      const backwards = times.between(at('2026-01-01T00:00Z'), cursor, 1_000);
      expect(backwards).toEqual(forwards);
      expect(forwards.length).toBeGreaterThanOrEqual(365);
      expect(forwards.length).toBeLessThanOrEqual(366);
    }
  });
});

test.each([
  ['0 0 1 13 *', /month 13 does not exist; use 1 to 12/],
  ['0 0 * 0 *', /month 0 does not exist; use 1 to 12/],
  ['0 0 0 1 *', /day 0 does not exist; use 1 to 31/],
  ['0 0 1-40 * *', /day 32 does not exist; use 1 to 31/],
  ['0 0 0W * *', /day 0 does not exist/],
  ['60 0 * * *', /minute 60 does not exist; use 0 to 59/],
  ['0 24 * * *', /hour 24 does not exist; use 0 to 23/],
  ['0 0 * * 8', /day of the week 8 does not exist; use 0 to 7/],
  ['0 0 * x *', /the field for the month \(x\) contains illegal characters\.$/],
  ['0 0 30 2 *', /it never fires/],
  ['* * * *', /it has 4 fields; use five, or six with seconds\.$/],
  ['0 0 * * * * *', /it has 7 fields; use five, or six with seconds\.$/],
  ['daily', /it has 1 field; use five, or six with seconds\.$/],
])("the mistake in '%s' is told in the numbers of the pattern", (pattern, reason) => {
  const report = jest.fn();
  cron.parse({ cron: pattern }, { report } as never);
  expect(report).toHaveBeenCalledWith('cron', expect.stringMatching(reason));
});

test.each([
  [{ every: '30s', jitter: 60_000 }, 30],
  [{ cron: '* * * * *', jitter: 60_001 }, 60],
  [{ cron: '0,59 9 * * *', jitter: 3_600_000 }, 3_540],
  [{ cron: '0,59 * * * *', jitter: 300_000 }, 60],
])('a jitter with which ticks would overtake each other is refused: %j', (values, seconds) => {
  const refuse = jest.fn();
  ('every' in values ? every : cron).parse(values, { refuse } as never);
  expect(refuse).toHaveBeenCalledWith('jitter', expect.stringContaining(`longer than the ${seconds} s between two ticks`));
});

test.each([
  { every: '1m', jitter: 60_000 },
  { cron: '0 9 * * *', jitter: 3_600_000 },
  { cron: '@hourly', jitter: 3_600_000 },
])('a jitter up to the next tick is taken: %j', (values) => {
  const fields = { refuse: jest.fn(), report: jest.fn() };
  ('every' in values ? every : cron).parse(values, fields as never);
  expect([fields.refuse, fields.report].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test('where nothing came, one run back is all that is worked out; where a day was missed, all of it comes', () => {
  const runs = jest.spyOn(Cron.prototype, 'previousRuns');
  const times = daily('* * * * *', 'UTC');
  expect(times.between(at('2026-03-01T00:00:10Z'), at('2026-03-01T00:00:11Z'), 1_000)).toEqual([]);
  expect(runs.mock.calls.map(([count]) => count)).toEqual([1]);
  runs.mockRestore();
  expect(times.between(at('2026-03-01T00:00Z'), at('2026-03-02T00:00Z'), 1_000)).toHaveLength(1_000);
  expect(times.between(at('2026-03-01T00:00Z'), at('2026-03-01T01:40Z'), 1_000)).toHaveLength(100);
});

test('every counts from its start, whenever it is asked', () => {
  const start = at('2026-01-01T06:00Z');
  const times = every.clock!.times({ everyMs: 2 * 86_400_000, start }, 0);
  expect(iso(times.next(2, at('2026-03-01T00:00Z')))).toEqual(['2026-03-02T06:00', '2026-03-04T06:00']);
  expect(iso(times.between(at('2026-03-01T00:00Z'), at('2026-03-04T06:00Z'), 9))).toEqual([
    '2026-03-02T06:00',
    '2026-03-04T06:00',
  ]);
  expect(times.next(1, at('2025-01-01T00:00Z'))).toEqual([start]);
  expect(times.between(0, start - 1, 9)).toEqual([]);
});

test.each(['2026-02-30', '2026-02-30T06:00:00Z', '2026-01-311', 'tomorrow'])('every does not count from %s', (start) => {
  const refuse = jest.fn();
  expect(every.parse({ every: '1d', start }, { refuse } as never)).toMatchObject({ start: undefined });
  expect(refuse).toHaveBeenCalledWith('start', expect.stringMatching(/a day of the calendar/));
});
