import { ValueType, type HrTime } from '@opentelemetry/api';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonMetricsSerializer, MetricsExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  PeriodicExportingMetricReader,
  type Histogram,
  type MetricData,
  type MetricProducer,
  type PushMetricExporter,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import type { MetricFamily, MetricsPush } from '../metrics-export';
import { createResource } from './resource';

class OtlpMetricExporter extends OTLPExporterBase<ResourceMetrics> implements PushMetricExporter {
  constructor() {
    const options = convertLegacyHttpOptions({}, 'METRICS', 'v1/metrics', { 'Content-Type': 'application/json' });
    const component = 'otlp_http_metric_exporter';
    super(createOtlpHttpExportDelegate(options, JsonMetricsSerializer, component, MetricsExporterMetricsHelper, undefined));
  }
}

/**
 * Sends the metrics that `read` gives at an interval and once more at the end.
 * @returns a function that sends them for the last time.
 */
export function pushMetrics({ version, read, intervalMs, timeoutMs }: MetricsPush): () => Promise<void> {
  const resource = createResource(version);
  const start = toHrTime(performance.timeOrigin);
  const producer: MetricProducer = {
    collect: async () => {
      const metrics = (await read()).flatMap((family) => metricOf(family, start, toHrTime(Date.now())));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'percept', version }, metrics }] }, errors: [] };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter: new OtlpMetricExporter(),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: timeoutMs,
    metricProducers: [producer],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return () => provider.shutdown().catch(() => undefined);
}

/**
 * Makes the metric of a Prometheus family, under the same name. A family without values gives none, and neither does a summary: we
 * have none.
 */
function metricOf(family: MetricFamily, startTime: HrTime, endTime: HrTime): MetricData[] {
  const { name, help, type, values } = family;
  if (values.length === 0) return [];
  const at = { startTime, endTime };
  const common = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const numbers = values.map(({ labels, value }) => ({ ...at, attributes: { ...labels }, value }));
  if (type === 'counter') return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbers }];
  if (type === 'gauge') return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: numbers }];
  if (type !== 'histogram') return [];
  const dataPoints = histogramsOf(family).map((point) => ({ ...at, ...point }));
  return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }];
}

const toHrTime = (ms: number): HrTime => [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)];

/** The unit as a UCUM code, as OpenTelemetry wants it. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return /_bytes(_total)?$/.test(name) ? 'By' : '';
}

interface MetricPoint {
  attributes: MetricFamily['values'][0]['labels'];
  /** Boundary and count of each bucket. */
  below: [number, number][];
  sum: number;
  count: number;
}

/** Prometheus counts all smaller values in a bucket, too; OpenTelemetry does not. */
function histogramsOf({ name, values }: MetricFamily): (Pick<MetricPoint, 'attributes'> & { value: Histogram })[] {
  const found = new Map<string, MetricPoint>();
  for (const { metricName, labels, value } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    const point: MetricPoint = found.get(key) ?? { attributes, below: [], sum: 0, count: 0 };
    found.set(key, point);
    if (metricName === `${name}_sum`) point.sum = value;
    else if (metricName === `${name}_count`) point.count = value;
    else if (Number.isFinite(Number(le))) point.below.push([Number(le), value]);
  }
  return [...found.values()].map(({ attributes, below, sum, count }) => {
    const totals = [...below.map(([, each]) => each), count];
    const counts = totals.map((each, index) => each - (totals[index - 1] ?? 0));
    return { attributes, value: { buckets: { boundaries: below.map(([boundary]) => boundary), counts }, sum, count } };
  });
}
