import { runCapability, capabilityPath } from '@percept/sdk/testing';
import { anomalies } from '../anomalies/anomalies';
import { changepoints } from '../changepoints/changepoints';
import { noiseFrom } from '../../../../test/harness/fixtures/synthetic-series';
import { timeseries } from '../timeseries';
import { answerEach } from './each-series';
import { manyAnomalies, manyChangepoints, manyTimeseries } from './many';

type Answer = { series: Record<string, unknown>[]; series_answered: number; series_failed: number };
const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
const drawn = (seed: number, odd = -1, length = 60) => {
  const noise = noiseFrom(seed);
  return Array.from({ length }, (_, t) => ({ timestamp: day(t), value: 100 + 5 * noise() + (t === odd ? 90 : 0) }));
};
const run = async (capability: typeof manyTimeseries, input: Record<string, unknown>) =>
  (await runCapability(capability, input)) as unknown as Answer;
const series = [
  { id: 'a', data: drawn(1) },
  { id: 'b', data: drawn(2, 40) },
];

test.each([
  [manyTimeseries, timeseries, { periods: 3, quantiles: [0.1], explain: true }],
  [manyAnomalies, anomalies, { mode: 'entire', sensitivity: 0.01 }],
  [manyChangepoints, changepoints, { min_confidence: 0.9 }],
])('each series gets the answer that it gets by itself (%#)', async (many, single, options) => {
  const answer = await run(many, { series, ...options });
  expect(answer).toMatchObject({ series_answered: 2, series_failed: 0 });
  for (const [i, { id, data }] of series.entries()) {
    const own = await runCapability(single, { data, ...options });
    expect({ ...answer.series[i], processing_time_ms: expect.any(Number) }).toEqual({
      id,
      ...own,
      processing_time_ms: expect.any(Number),
    });
  }
  expect(capabilityPath(many)).toBe(`${capabilityPath(single)}/batch`);
  for (const example of many.examples!) await expect(run(many, example)).resolves.toMatchObject({ series_failed: 0 });
});

test('the error of one series does not lose the others', async () => {
  const data = drawn(3);
  const bad: [unknown, string, RegExp][] = [
    [{ data: data.slice(0, 2) }, 'data', /3 to 100000/],
    [{}, 'data', /list of objects/],
    [{ data: [...data, { timestamp: day(3), value: 1 }] }, 'data[60].timestamp', /repeats the time/],
    [{ data: [...data, { timestamp: day(60), value: Infinity }] }, 'data[60].value', /finite/],
    [{ data, sold: 3 }, 'sold', /not known/],
    [{ data, regressors: 7 }, 'regressors', /list/],
    [{ data, regressors: [7] }, 'regressors[0].name', /text/],
    [{ data, regressors: [{ name: '', values: [], future_values: [] }] }, 'regressors[0].name', /1 to 100/],
    [{ data, regressors: [{ name: 'x' }] }, 'regressors[0].values', /list/],
    [{ data, regressors: [{ name: 'x', values: [], future_values: {} }] }, 'regressors[0].future_values', /list/],
    [{ data, regressors: [{ name: 'x', values: [], future_values: [], unit: 'm' }] }, 'regressors[0].unit', /not known/],
    [{ data, regressors: [{ name: 'x', values: [1], future_values: [1, 2] }] }, 'regressors[0].values', /60 numbers/],
  ];
  const sent = bad.flatMap(([fields], i) => [
    { id: `bad ${i}`, ...(fields as object) },
    { id: `good ${i}`, data },
  ]);
  const answer = await run(manyTimeseries, { series: sent, periods: 2 });
  expect(answer).toMatchObject({ series_answered: bad.length, series_failed: bad.length });
  expect(answer.series.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
  for (const [i, [, field, message]] of bad.entries()) {
    expect(answer.series[2 * i]).toMatchObject({
      error: { code: 'INVALID_REQUEST', field, message: expect.stringMatching(message) },
    });
    expect(answer.series[2 * i + 1]).toMatchObject({ predictions: expect.any(Array) });
  }
});

test.each([manyAnomalies, manyChangepoints])(
  'a constant series has its own error, and the others are answered (%#)',
  async (many) => {
    const constant = drawn(1).map(({ timestamp }) => ({ timestamp, value: 0 }));
    const answer = await run(many, { series: [{ id: 'zeros', data: constant }, ...series] });
    expect(answer).toMatchObject({ series_answered: 2, series_failed: 1 });
    expect(answer.series[0]).toEqual({
      id: 'zeros',
      error: {
        code: 'INVALID_REQUEST',
        field: 'data',
        message: expect.stringMatching(/value 0 in all of its 60 points.*send a history/),
      },
    });
  },
);

test('regressors belong to their series', async () => {
  const x = drawn(4).map(({ value }) => value);
  const data = drawn(5).map(({ timestamp, value }, t) => ({ timestamp, value: value + 3 * x[t]! }));
  const regressors = [{ name: 'x', values: x, future_values: [100, 101] }];
  const answer = await run(manyTimeseries, {
    series: [
      { id: 'with', data, regressors },
      { id: 'without', data },
    ],
    periods: 2,
  });
  expect(answer.series[0]).toMatchObject({ model_info: { regressors: [{ name: 'x', used: true }] } });
  expect(answer.series[1]).not.toHaveProperty('model_info.regressors');
});

test('anomalies_only leaves the usual points out', async () => {
  const answer = await run(manyAnomalies, { series, anomalies_only: true });
  expect(answer.series.map(({ points }) => (points as { timestamp: string }[]).map(({ timestamp }) => timestamp))).toEqual([
    [],
    [day(40)],
  ]);
});

const data = drawn(6);
test.each<[string, Record<string, unknown>, string]>([
  ['no series', { series: [] }, 'series'],
  ['10,001 series', { series: Array.from({ length: 10_001 }, (_, i) => ({ id: String(i), data })) }, 'series'],
  ['a series without an id', { series: [{ data }] }, 'series[0].id'],
  ['a number as id', { series: [{ id: 7, data }] }, 'series[0].id'],
  ['an id twice', { series: [...series, { id: 'a', data }] }, 'series[2].id'],
  ['something else than an object', { series: [7] }, 'series[0]'],
  ['a list of numbers', { series: 7 }, 'series'],
  ['periods of 0', { series, periods: 0 }, 'periods'],
  ['an unknown country', { series, holidays: { country: 'XX' } }, 'holidays.country'],
  ['a holiday without a day', { series, holidays: { dates: [{ date: '2024-02-30' }] } }, 'holidays.dates[0].date'],
  ['bounds without a range', { series, bounds: { lower: 5, upper: 1 } }, 'bounds.upper'],
])('refuses %s', async (_name, input, field) => {
  await expect(run(manyTimeseries, { periods: 2, ...input })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field },
  });
});

describe('a long call', () => {
  const one = (id: string) => ({ id, data });

  test('reports its progress by series, so that a hundred count as one request', async () => {
    const told: unknown[] = [];
    const progress = ({ processed_frames: done, total_frames: of }: { processed_frames: number; total_frames: number }) =>
      void told.push([done, of]);
    const { series: rows } = answerEach(['a', 'b'].map(one), { signal: new AbortController().signal, progress }, () => ({}));
    for (let next = await rows.next(); !next.done; next = await rows.next());
    expect(told).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
  });

  test('takes one series at a time from a stream of more than ten thousand, and stops when it is told to', async () => {
    let taken = 0;
    async function* stream() {
      for (; ; taken++) yield one(String(taken));
    }
    const stop = new AbortController();
    const { series: rows } = answerEach(stream(), { signal: stop.signal, progress: () => {} }, () => ({}));
    let answered = 0;
    const all = (async () => {
      for (;;) {
        await rows.next();
        if (taken !== answered++) throw new Error(`${taken} series were taken for ${answered}`);
        if (answered === 10_500) stop.abort(new Error('stopped'));
      }
    })();
    await expect(all).rejects.toThrow('stopped');
    expect(answered).toBe(10_500);
  });
});
