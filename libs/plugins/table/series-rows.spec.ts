import { runCapability } from '@percept/sdk/testing';
import { noiseFrom } from '../../../test/harness/fixtures/synthetic-series';
import { timeseries } from '../forecast/timeseries';
import { tableAnomalies, tableForecast } from './series-rows';

const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
const shops = ['b', 'a'];
/** Points of both shops in turns; shop `a` has one that is off. */
const rows = Array.from({ length: 60 }, (_, i) => i).flatMap((i) =>
  shops.map((shop, s) => ({
    shop,
    day: day(i),
    sold: 100 * (s + 1) + 5 * noiseFrom(i + 100 * s)() + (shop === 'a' && i === 50 ? 90 : 0),
  })),
);
const input = { rows, by: ['shop'], time: 'day', value: 'sold' };

type Answer = { rows: Record<string, unknown>[]; groups: number; groups_skipped: number; skipped: string[]; rows_read: number };
const run = async (capability: { id: string }, more: Record<string, unknown>) =>
  (await runCapability(capability as typeof tableAnomalies, { ...input, ...more })) as unknown as Answer;

test('table.anomalies judges each series by itself', async () => {
  const answer = await run(tableAnomalies, { anomalies_only: true });
  expect(answer).toMatchObject({ rows_read: 120, groups: 2, groups_skipped: 0 });
  expect(answer.rows).toEqual([expect.objectContaining({ shop: 'a', timestamp: day(50), is_anomaly: true, direction: 'above' })]);
  const last = await run(tableAnomalies, { mode: 'last' });
  expect(last.rows.map(({ shop, timestamp }) => [shop, timestamp])).toEqual([
    ['a', day(59)],
    ['b', day(59)],
  ]);
});

test('table.forecast predicts each series as predict.timeseries does', async () => {
  const answer = await run(tableForecast, { periods: 3 });
  expect(answer.rows.map(({ shop, timestamp }) => `${String(shop)} ${String(timestamp)}`)).toEqual(
    ['a', 'b'].flatMap((shop) => [60, 61, 62].map((i) => `${shop} ${day(i)}`)),
  );
  const data = rows.filter(({ shop }) => shop === 'b').map(({ day: timestamp, sold: value }) => ({ timestamp, value }));
  const { predictions } = (await runCapability(timeseries, { data, periods: 3 })) as unknown as { predictions: object[] };
  expect(answer.rows.slice(3)).toEqual(predictions.map((each) => ({ shop: 'b', ...each })));
});

test('a series that cannot be answered is left out, with the reason, and the others are not', async () => {
  const more = [...rows, { shop: 'c', day: day(1), sold: 3 }, { shop: 'd', day: day(1), sold: null }];
  const twice = [...more, { shop: 'b', day: day(3), sold: 1 }];
  const answer = await run(tableAnomalies, { rows: twice, mode: 'last' });
  expect(answer).toMatchObject({ groups: 4, groups_skipped: 3 });
  expect(answer.rows.map(({ shop }) => shop)).toEqual(['a']);
  expect(answer.skipped).toEqual([
    expect.stringMatching(/^\{"shop":"b"\}: .*repeats the time/),
    expect.stringMatching(/^\{"shop":"c"\}: .*needs 3/),
    expect.stringMatching(/^\{"shop":"d"\}: .*needs 3/),
  ]);
});

test('a constant series has no anomaly, the others are judged, and the first value that leaves zeros is one', async () => {
  const zeros = (shop: string, last: number) =>
    Array.from({ length: 30 }, (_, i) => ({ shop, day: day(i), sold: i === 29 ? last : 0 }));
  const answer = await run(tableAnomalies, { rows: [...zeros('shut', 0), ...zeros('new', 5), ...rows], mode: 'last' });
  expect(answer).toMatchObject({ groups: 4, groups_skipped: 1 });
  expect(answer.skipped).toEqual([expect.stringMatching(/^\{"shop":"shut"\}: .*the value 0 in all of its 30 points/)]);
  expect(answer.rows.filter(({ is_anomaly }) => is_anomaly).map(({ shop }) => shop)).toEqual(['new']);
});

test('without by, all rows are one series', async () => {
  const answer = await run(tableAnomalies, {
    rows: rows.filter(({ shop }) => shop === 'a'),
    by: undefined,
    anomalies_only: true,
  });
  expect(answer).toMatchObject({ groups: 1, rows: [{ timestamp: day(50) }] });
});

test.each([
  [{ rows: [{ day: 7, sold: 1 }] }, 'rows[0].day'],
  [{ rows: [{ day: day(1), sold: 'many' }] }, 'rows[0].sold'],
  [{ sensitivity: 0 }, 'sensitivity'],
  [{ by: ['shop', 'town'] }, 'by'],
  [{ value: 'takings' }, 'value'],
  [{ time: 'when' }, 'time'],
])('refuses %j', async (more, field) => {
  await expect(run(tableAnomalies, more)).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field } });
});

test('have examples that they answer', async () => {
  await expect(runCapability(tableAnomalies, tableAnomalies.examples![0]!)).resolves.toMatchObject({
    groups: 2,
    groups_skipped: 0,
  });
  await expect(runCapability(tableForecast, tableForecast.examples![0]!)).resolves.toMatchObject({
    groups: 2,
    groups_skipped: 0,
  });
});
