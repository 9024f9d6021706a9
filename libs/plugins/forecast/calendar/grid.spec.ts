import { findTimeGrid, timestampAfter } from './grid';
import { parseTimestamp, type Timestamp } from './timestamp';

const read = (texts: string[]): Timestamp[] => texts.map((text) => parseTimestamp(text)!);
function following(texts: string[], count = 3): string[] {
  const times = read(texts);
  const grid = findTimeGrid(times);
  return Array.from({ length: count }, (_, k) => timestampAfter(grid, times[times.length - 1]!, k + 1));
}

describe('the times that follow are written as those that came', () => {
  test.each([
    ['years', ['2020', '2021', '2022'], ['2023', '2024', '2025']],
    ['months', ['2023-10', '2023-11', '2023-12'], ['2024-01', '2024-02', '2024-03']],
    ['quarters', ['2023-01', '2023-04', '2023-07'], ['2023-10', '2024-01', '2024-04']],
    ['ends of months', ['2023-10-31', '2023-11-30', '2023-12-31'], ['2024-01-31', '2024-02-29', '2024-03-31']],
    ['ends of short months', ['2022-02-28', '2023-02-28', '2024-02-29'], ['2025-02-28', '2026-02-28', '2027-02-28']],
    ['the 30th of each month', ['2023-11-30', '2023-12-30', '2024-01-30'], ['2024-02-29', '2024-03-30', '2024-04-30']],
    ['the last business day', ['2024-01-31', '2024-02-29', '2024-03-29'], ['2024-04-30', '2024-05-31', '2024-06-28']],
    ['the first business day', ['2024-04-01', '2024-05-01', '2024-06-03'], ['2024-07-01', '2024-08-01', '2024-09-02']],
    ['a quarter’s last business day', ['2023-12-29', '2024-03-29', '2024-06-28'], ['2024-09-30', '2024-12-31', '2025-03-31']],
    ['the 15th or the Friday before', ['2024-05-15', '2024-06-14', '2024-07-15'], ['2024-08-15', '2024-09-13', '2024-10-15']],
    ['third Fridays', ['2024-01-19', '2024-02-16', '2024-03-15', '2024-04-19'], ['2024-05-17', '2024-06-21', '2024-07-19']],
    ['last Fridays', ['2024-01-26', '2024-02-23', '2024-03-29'], ['2024-04-26', '2024-05-31', '2024-06-28']],
    ['four weeks', ['2024-01-05', '2024-02-02', '2024-03-01'], ['2024-03-29', '2024-04-26', '2024-05-24']],
    ['1st and 15th', ['2024-11-01', '2024-11-15', '2024-12-01', '2024-12-15'], ['2025-01-01', '2025-01-15', '2025-02-01']],
    ['15th and end', ['2024-01-15', '2024-01-31', '2024-02-15', '2024-02-29'], ['2024-03-15', '2024-03-31', '2024-04-15']],
    [
      'the 15th and the last day, or the business day before',
      ['2024-05-15', '2024-05-31', '2024-06-14', '2024-06-28', '2024-07-15', '2024-07-31'],
      ['2024-08-15', '2024-08-30', '2024-09-13'],
    ],
    [
      '1st, 11th and 21st',
      ['2024-01-01', '2024-01-11', '2024-01-21', '2024-02-01', '2024-02-11'],
      ['2024-02-21', '2024-03-01', '2024-03-11'],
    ],
    ['every 14 days', ['2024-01-01', '2024-01-15', '2024-01-29', '2024-02-12'], ['2024-02-26', '2024-03-11', '2024-03-25']],
    ['days', ['2024-02-27', '2024-02-28', '2024-02-29'], ['2024-03-01', '2024-03-02', '2024-03-03']],
    ['weeks', ['2024-02-05', '2024-02-12', '2024-02-19'], ['2024-02-26', '2024-03-04', '2024-03-11']],
    [
      'hours in UTC',
      ['2024-01-01T22:00Z', '2024-01-01T23:00Z', '2024-01-02T00:00Z'],
      ['2024-01-02T01:00Z', '2024-01-02T02:00Z', '2024-01-02T03:00Z'],
    ],
    [
      'a quarter of an hour',
      ['2024-01-01 00:00:00', '2024-01-01 00:15:00', '2024-01-01 00:30:00'],
      ['2024-01-01 00:45:00', '2024-01-01 01:00:00', '2024-01-01 01:15:00'],
    ],
    [
      'an offset without a colon',
      ['2024-01-01T00:00:00.000+0530', '2024-01-02T00:00:00.000+0530', '2024-01-03T00:00:00.000+0530'],
      ['2024-01-04T00:00:00.000+0530', '2024-01-05T00:00:00.000+0530', '2024-01-06T00:00:00.000+0530'],
    ],
  ])('%s', (_name, given, expected) => {
    expect(following(given)).toEqual(expected);
  });

  test('business days go on after the weekend', () => {
    const days = ['2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08', '2024-01-09', '2024-01-10', '2024-01-11'];
    expect(following(days)).toEqual(['2024-01-12', '2024-01-15', '2024-01-16']);
    expect(findTimeGrid(read(days)).periods).toEqual([5]);
  });

  test('a shop that is closed on Sundays stays closed on Sundays', () => {
    const all = Array.from({ length: 40 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)));
    const open = all.filter((date) => date.getUTCDay() !== 0).map((date) => date.toISOString().slice(0, 10));
    expect(following(open)).toEqual(['2024-02-10', '2024-02-12', '2024-02-13']);
  });

  describe('open hours', () => {
    /** Hours of days from Monday, 2024-01-01, that are open. */
    const hours = (days: number, isOpen: (weekday: number, hour: number) => boolean): string[] =>
      Array.from({ length: days * 24 }, (_, i) => new Date(Date.UTC(2024, 0, 1, i)))
        .filter((date) => isOpen(date.getUTCDay(), date.getUTCHours()))
        .map((date) => date.toISOString().slice(0, 16));
    const isOffice = (weekday: number, hour: number) => weekday > 0 && weekday < 6 && hour >= 9 && hour < 17;

    test.each([8, 12, 33])('of an office go on after evening and weekend, after %i days', (days) => {
      const given = hours(days, isOffice);
      const all = hours(days + 7, isOffice);
      expect(following(given, 20)).toEqual(all.slice(given.length, given.length + 20));
      expect(findTimeGrid(read(given)).periods).toEqual([8, 40]);
      expect(findTimeGrid(read(given)).positions.at(-1)).toBe(given.length - 1);
    });

    test('of a shop may differ on Saturdays', () => {
      const isShop = (weekday: number, hour: number) => weekday > 0 && hour >= 9 && hour < (weekday === 6 ? 13 : 18);
      const given = hours(26, isShop);
      expect(following(given, 30)).toEqual(hours(40, isShop).slice(given.length, given.length + 30));
    });

    test('on two days only are there every day', () => {
      expect(following(hours(2, (_, hour) => hour >= 9 && hour < 12))).toEqual([
        '2024-01-03T09:00',
        '2024-01-03T10:00',
        '2024-01-03T11:00',
      ]);
    });

    test('may be two readings a day', () => {
      expect(following(hours(3, (_, hour) => hour === 8 || hour === 20 || hour === 12))).toEqual([
        '2024-01-04T08:00',
        '2024-01-04T12:00',
        '2024-01-04T20:00',
      ]);
    });

    test('have places for hours that are missing, and an outage does not close the office', () => {
      const given = hours(19, isOffice).filter((_, i) => i % 10 !== 4);
      expect(findTimeGrid(read(given)).positions.at(-1)).toBe(hours(19, isOffice).length - 1);
      const outage = hours(9, () => true).filter((_, i) => i < 60 || i > 80);
      expect(findTimeGrid(read(outage)).positions.at(-1)).toBe(9 * 24 - 1);
      expect(following(outage, 1)).toEqual(['2024-01-10T00:00']);
    });
  });

  test('midnight stays midnight across the change of the clocks', () => {
    const winter = ['2023-10-27', '2023-10-28', '2023-10-29'].map((date) => `${date}T00:00:00+02:00`);
    const given = [...winter, ...['2023-10-30', '2024-03-29', '2024-03-30'].map((date) => `${date}T00:00:00+01:00`)];
    expect(following(given)).toEqual(['2024-03-31T00:00:00+01:00', '2024-04-01T00:00:00+02:00', '2024-04-02T00:00:00+02:00']);
  });

  test('hours skip the hour that the clocks skip', () => {
    const given = [
      '2023-10-29T02:00:00+02:00',
      '2023-10-29T02:00:00+01:00',
      '2023-10-29T03:00:00+01:00',
      '2024-03-31T01:00:00+01:00',
    ];
    expect(following(given, 2)).toEqual(['2024-03-31T03:00:00+02:00', '2024-03-31T04:00:00+02:00']);
  });

  test('offsets that never change stay', () => {
    expect(following(['2024-03-29T00:00:00+01:00', '2024-03-30T00:00:00+01:00', '2024-03-31T00:00:00+01:00'], 1)).toEqual([
      '2024-04-01T00:00:00+01:00',
    ]);
  });
});

describe('the grid', () => {
  test('has a place for each point that jitters, and none for the jitter', () => {
    const jittered = read(['2024-01-01T10:00:10Z', '2024-01-01T10:59:55Z', '2024-01-01T12:00:20Z', '2024-01-01T14:00:01Z']);
    expect([...findTimeGrid(jittered).positions]).toEqual([0, 1, 2, 4]);
  });

  test('knows the missing months', () => {
    expect([...findTimeGrid(read(['2024-01', '2024-02', '2024-05'])).positions]).toEqual([0, 1, 4]);
  });

  test('takes days of the month that vary for months', () => {
    expect([...findTimeGrid(read(['2024-01-03', '2024-02-05', '2024-03-02', '2024-05-03'])).positions]).toEqual([0, 1, 2, 4]);
  });
});

test.each(['', '24-01-01', '2024-13', '2024-02-30', '2024-01-01T25:00Z', '2024-01-01T00:00+99:00', '1-01', '01/02/2024'])(
  "'%s' is not a timestamp",
  (text) => expect(parseTimestamp(text)).toBeUndefined(),
);
