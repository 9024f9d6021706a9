import { metricsExport } from './metrics-export';

const OTLP = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };

test.each([
  [{}],
  [{ ...OTLP, OTEL_SDK_DISABLED: 'true' }],
  [{ ...OTLP, OTEL_METRICS_EXPORTER: 'none' }],
  [{ ...OTLP, OTEL_METRICS_EXPORTER: 'prometheus' }],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces' }],
])('with %j no metrics are read to be sent', async (environment) => {
  const read = jest.fn(async () => []);
  await metricsExport('1.0.0', environment)(read)();
  expect(read).not.toHaveBeenCalled();
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /must be the address of a collector, such as http:/],
  [{ ...OTLP, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'grpc' }, /Percept sends metrics by OTLP over HTTP.*4318/],
  [
    { ...OTLP, OTEL_METRIC_EXPORT_INTERVAL: '60s' },
    /OTEL_METRIC_EXPORT_INTERVAL is '60s', but it must be a number of milliseconds/,
  ],
  [{ ...OTLP, OTEL_METRICS_EXPORTER: 'console' }, /OTEL_METRICS_EXPORTER is 'console', but Percept knows otlp, prometheus/],
])('%j is refused with what to write', (environment, reason) => {
  expect(() => metricsExport('1.0.0', environment)).toThrow(reason);
});

test('a collector that is away keeps nothing from ending', async () => {
  const environment = { ...OTLP, OTEL_METRIC_EXPORT_INTERVAL: '100', OTEL_METRIC_EXPORT_TIMEOUT: '50' };
  const read = jest.fn(async () => [{ name: 'a_total', help: '', type: 'counter', values: [{ labels: {}, value: 1 }] }]);
  await metricsExport('1.0.0', environment)(read)();
  expect(read).toHaveBeenCalled();
});
