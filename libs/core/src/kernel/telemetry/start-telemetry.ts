import { metricsExport, type MetricsPush } from './metrics-export';
import type { Environment } from './standard-variables';
import { startTracing } from './start-tracing';

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
