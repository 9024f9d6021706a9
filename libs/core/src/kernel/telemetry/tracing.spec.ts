import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTracing } from './start-telemetry';
import { activeTracer, currentTraceparent, traced } from './tracing';

const SOURCES = join(__dirname, '..', '..', '..', '..', '..');

test.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' }],
])('with %j nothing is traced', async (environment) => {
  const end = startTracing('1.0.0', environment);
  expect(activeTracer()).toBeUndefined();
  expect(currentTraceparent()).toBeNull();
  expect(await traced('work', {}, async (span) => span)).toBeUndefined();
  await end();
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /must be the address of a collector, such as http:/],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /Percept sends traces by OTLP over HTTP.*4318/],
])('%s=%s is refused with what to write', (name, value, reason) => {
  const environment = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces', [name]: value };
  expect(() => startTracing('1.0.0', environment)).toThrow(reason);
  expect(activeTracer()).toBeUndefined();
});

test('only the files that are loaded when a collector is named import OpenTelemetry', () => {
  const files = ['apps/api/src', 'libs'].flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const importing = files.filter(
    (file) => /\.ts$/.test(file) && /from '@opentelemetry\//.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  const folder = join('libs', 'core', 'src', 'kernel', 'telemetry', 'otlp');
  expect(importing.sort()).toEqual(['metrics.ts', 'resource.ts', 'tracer.ts'].map((file) => join(folder, file)));
});
