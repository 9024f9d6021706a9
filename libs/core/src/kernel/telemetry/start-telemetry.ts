import { createRequire } from 'node:module';
import { metricsExport, type MetricsPush } from './metrics-export';
import { isSent, type Environment } from './standard-variables';
import { useTracer } from './tracing';

/**
 * Starts to send traces if the standard variables ask for them.
 * @returns a function that does the same for metrics. Its result sends the rest of both.
 * @throws ConfigurationError if they ask for something that Percept does not support.
 */
export function startTelemetry(version: string, environment: Environment): (read: MetricsPush['read']) => () => Promise<void> {
  const startMetrics = metricsExport(version, environment);
  const endTracing = startTracing(version, environment);
  return (read) => {
    const endMetrics = startMetrics(read);
    return async () => void (await Promise.all([endTracing(), endMetrics()]));
  };
}

const load = createRequire(__filename);

/**
 * Starts to send traces if the standard variables name a collector; otherwise OpenTelemetry's SDK is not loaded. The exporter reads
 * the variables of the process itself.
 * @returns a function that sends the rest.
 * @throws ConfigurationError if they ask for something that Percept does not support.
 */
export function startTracing(version: string, environment: Environment): () => Promise<void> {
  if (!isSent('TRACES', environment)) return async () => undefined;
  const { otlpTracer } = load('./otlp/index') as typeof import('./otlp/index.js');
  const tracer = otlpTracer(version);
  useTracer(tracer);
  return async () => {
    useTracer(undefined);
    await tracer.close();
  };
}
