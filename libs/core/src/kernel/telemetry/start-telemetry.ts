import { metricsExport, type MetricsPush } from './metrics-export';
import type { Environment } from './standard-variables';
import { startTracing } from './start-tracing';

/**
 * Starts to send traces if the standard variables ask for them.
 * @returns what starts to send metrics, if they ask for those, and returns what sends the rest of both.
 * @throws ConfigurationError where they ask for what Percept does not speak.
 */
export function startTelemetry(version: string, environment: Environment): (read: MetricsPush['read']) => () => Promise<void> {
  const startMetrics = metricsExport(version, environment);
  const endTracing = startTracing(version, environment);
  return (read) => {
    const endMetrics = startMetrics(read);
    return async () => void (await Promise.all([endTracing(), endMetrics()]));
  };
}
