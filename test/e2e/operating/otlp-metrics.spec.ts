import { OtlpReceiver, valuesOf, type ReceivedMetric } from './otlp-receiver';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

let percept: RunningPercept;
let collector: OtlpReceiver;
beforeAll(async () => {
  collector = await OtlpReceiver.start();
  percept = await startPercept({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: '200', OTEL_TRACES_EXPORTER: 'none' },
  });
});
afterAll(async () => {
  await percept.stop();
  await collector.stop();
  removeDir(percept.dataDir);
});

const sent = (name: string): ReceivedMetric | undefined => collector.latest?.metrics.find((each) => each.name === name);

/** Lines of /metrics, without those of the process. */
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('percept_'));

/** How late a thread is changes by itself, between a scrape and an export too: only the names of these values are compared. */
const withoutMoving = (line: string): string => line.replace(/^(percept_main_thread_lag_seconds\S*) .*/, '$1');

/** What an export says, as /metrics writes it. */
function asLines({ name, sum, gauge, histogram }: ReceivedMetric): string[] {
  const line = (suffix: string, labels: Record<string, unknown>, value: number): string => {
    const inner = Object.entries(labels).map(([key, each]) => `${key}="${String(each)}"`);
    return `${name}${suffix}${inner.length > 0 ? `{${inner.join(',')}}` : ''} ${value}`;
  };
  const numbers = (sum ?? gauge)?.dataPoints.map(({ attributes, asDouble }) => line('', valuesOf(attributes), asDouble)) ?? [];
  const distributions = histogram?.dataPoints.flatMap(({ attributes, count, sum: total, bucketCounts, explicitBounds }) => {
    const labels = valuesOf(attributes);
    const upTo = (index: number): number => bucketCounts.slice(0, index + 1).reduce((all, each) => all + each, 0);
    const bounds = [...explicitBounds.map(String), '+Inf'];
    return [
      ...bounds.map((le, index) => line('_bucket', { le, ...labels }, upTo(index))),
      line('_sum', labels, total),
      line('_count', labels, count),
    ];
  });
  return [...numbers, ...(distributions ?? [])];
}

test('a collector that the standard variables name receives what /metrics says: counters, gauges, histograms', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const body of [{ text: 'A lovely day.' }, { text: '' }])
    await percept.fetch('/v2/text/sentiment', { method: 'POST', headers, body: JSON.stringify(body) });
  const scrape = async (): Promise<string[]> => linesOf(await (await percept.fetch('/metrics')).text());
  // The scrape itself is a request; the export that follows has it, too.
  const lines = (await scrape()).filter((line) => !line.includes('route="/metrics"')).map(withoutMoving);
  expect(lines.length).toBeGreaterThan(50);
  const missing = (): string[] => {
    const received = new Set(collector.latest?.metrics.flatMap(asLines).map(withoutMoving));
    return lines.filter((line) => !received.has(line));
  };
  await waitFor(() => missing().length === 0, { message: () => `Not received: ${missing().join('\n')}` });
  expect(sent('percept_http_requests_total')!.sum).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
  expect(sent('percept_call_duration_seconds')).toMatchObject({ unit: 's', histogram: { aggregationTemporality: 2 } });
  expect(sent('process_resident_memory_bytes')!.gauge!.dataPoints[0]!.asDouble).toBeGreaterThan(1e7);
  expect(collector.latest!.resource).toMatchObject({
    'service.name': 'percept',
    'service.instance.id': expect.any(String) as string,
  });
  expect(collector.spans).toEqual([]);
});

test('what happened last is sent at the end', async () => {
  const before = sent('percept_http_requests_total')!;
  expect(before.sum!.dataPoints.some(({ attributes }) => valuesOf(attributes)['route'] === '/v1/keys')).toBe(false);
  await percept.fetch('/v1/keys');
  expect(await percept.stop()).toBe(0);
  const { dataPoints } = sent('percept_http_requests_total')!.sum!;
  expect(dataPoints.some(({ attributes }) => valuesOf(attributes)['route'] === '/v1/keys')).toBe(true);
});
