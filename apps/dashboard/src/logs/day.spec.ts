import { toDayBounds } from './day';

test('a day lasts from midnight to midnight where the reader is', () => {
  const { from, to } = toDayBounds('2026-01-31');
  expect([new Date(from!).toString(), new Date(to!).toString()]).toEqual([
    expect.stringMatching(/Jan 31 2026 00:00:00/),
    expect.stringMatching(/Jan 31 2026 23:59:59/),
  ]);
});

test.each(['', 'yesterday', '2026-13-01'])('%j is any time', (text) => expect(toDayBounds(text)).toEqual({}));
