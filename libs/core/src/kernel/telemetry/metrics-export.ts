import { createRequire } from 'node:module';
import { ConfigurationError } from '../config';
import { isSent, type Environment } from './standard-variables';

const load = createRequire(__filename);

/** A metric in Prometheus' form, with all of its values. */
export interface MetricFamily {
  name: string;
  help: string;
  /** `counter`, `gauge` or `histogram`. */
  type: unknown;
  /** In a histogram, `metricName` is the name with `_bucket`, `_sum` or `_count`. */
  values: { metricName?: string; labels: Record<string, string | number | undefined>; value: number }[];
}

export interface MetricsPush {
  version: string;
  read: () => Promise<MetricFamily[]>;
  intervalMs: number;
  timeoutMs: number;
}

const INTERVAL_MS = 60_000;
const TIMEOUT_MS = 30_000;

/** Starts to send the metrics that `read` gives. @returns a function that sends them once more. */
type StartMetrics = (read: MetricsPush['read']) => () => Promise<void>;

/**
 * Reads whether the standard variables ask for metrics to be sent by OTLP; if not, OpenTelemetry's SDK is not loaded.
 * @throws ConfigurationError if they ask for something that Percept does not support.
 */
export function metricsExport(version: string, environment: Environment): StartMetrics {
  if (!isSent('METRICS', environment) || !isPushed(environment)) return () => async () => undefined;
  const intervalMs = milliseconds('OTEL_METRIC_EXPORT_INTERVAL', environment) ?? INTERVAL_MS;
  const timeoutMs = Math.min(milliseconds('OTEL_METRIC_EXPORT_TIMEOUT', environment) ?? TIMEOUT_MS, intervalMs);
  const { pushMetrics } = load('./otlp/index') as typeof import('./otlp/index.js');
  return (read) => pushMetrics({ version, read, intervalMs, timeoutMs });
}

/** Prometheus can read /metrics in any case. */
function isPushed({ OTEL_METRICS_EXPORTER: wanted = '' }: Environment): boolean {
  const names = wanted.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !['', 'otlp', 'prometheus', 'none'].includes(name));
  if (unknown === undefined) return names.includes('otlp') || wanted === '';
  throw new ConfigurationError(`OTEL_METRICS_EXPORTER is '${unknown}', but Percept knows otlp, prometheus (/metrics) and none.`);
}

function milliseconds(name: string, environment: Environment): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new ConfigurationError(`${name} is '${text}', but it must be a number of milliseconds, such as 60000.`);
}
