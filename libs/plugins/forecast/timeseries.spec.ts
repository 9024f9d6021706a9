import { runCapability } from '@percept/core/testing';
import { capabilityPath, jsonSchemaOf } from '@percept/core';
import { timeseries } from './timeseries';

interface Answer {
  predictions: { timestamp: string; predicted_value: number; lower_bound: number; upper_bound: number }[];
  model_info: Record<string, number | string>;
}
type Point = { timestamp: string; value: number };

const run = async (data: unknown, more: Record<string, unknown> = {}) =>
  (await runCapability(timeseries, { data, periods: 3, ...more })) as unknown as Answer;
const at = (values: number[], stamp: (i: number) => string): Point[] =>
  values.map((value, i) => ({ timestamp: stamp(i), value }));
const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
const month = (i: number) => new Date(Date.UTC(2020, i, 1)).toISOString().slice(0, 7);
const values = ({ predictions }: Answer) => predictions.map(({ predicted_value }) => predicted_value);
const summer = (i: number) => 100 + i + 30 * Math.sin((i * Math.PI) / 6);

describe('predict.timeseries', () => {
  test('goes on with trend and season, and says which period it found', async () => {
    const answer = await run(
      at(
        Array.from({ length: 60 }, (_, i) => summer(i)),
        month,
      ),
      { periods: 12 },
    );
    values(answer).forEach((value, k) => expect(Math.abs(value - summer(60 + k))).toBeLessThan(5));
    expect(answer.model_info).toMatchObject({ seasonality_period: 12, trend: 'increasing', points_used: 60, points_filled: 0 });
    expect(answer.model_info.accuracy_score).toBeGreaterThan(0.9);
  });

  test('is documented as the interface has it', () => {
    expect(capabilityPath(timeseries)).toBe('/v2/predict/timeseries');
    const { properties, required } = jsonSchemaOf(timeseries.input);
    expect(required).toEqual(['data', 'periods']);
    expect(properties!.confidence_interval).toMatchObject({ exclusiveMinimum: 0.5, exclusiveMaximum: 1, default: 0.95 });
    expect(properties!.data).toMatchObject({
      type: 'array',
      minItems: 3,
      maxItems: 100_000,
      items: { type: 'object', required: ['timestamp', 'value'], properties: { value: { type: 'number' } } },
    });
  });

  test('has examples that it answers', async () => {
    for (const example of timeseries.examples!) await expect(runCapability(timeseries, example)).resolves.toBeDefined();
  });

  test('sorts the points itself', async () => {
    const data = at(
      Array.from({ length: 40 }, (_, i) => summer(i)),
      day,
    );
    expect(await run([...data].reverse())).toEqual(await run(data));
  });
});
