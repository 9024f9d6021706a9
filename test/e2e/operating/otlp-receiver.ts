import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as a collector sees it. */
export interface ReceivedSpan {
  /** Of its process: the collector receives from several. */
  process: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** 2: failed. */
  status: number;
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'status'> & { attributes: Attribute[]; status: { code?: number } })[];
    }[];
  }[];
}

/** A metric as a collector sees it, with the points of the latest export. */
export interface ReceivedMetric {
  name: string;
  unit: string;
  sum?: { isMonotonic: boolean; aggregationTemporality: number; dataPoints: NumberPoint[] };
  gauge?: { dataPoints: NumberPoint[] };
  histogram?: { aggregationTemporality: number; dataPoints: HistogramPoint[] };
}

interface NumberPoint {
  attributes: Attribute[];
  asDouble: number;
}

interface HistogramPoint {
  attributes: Attribute[];
  count: number;
  sum: number;
  bucketCounts: number[];
  explicitBounds: number[];
}

interface MetricsExport {
  resourceMetrics: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: ReceivedMetric[] }[] }[];
}

export const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector that keeps what it receives by OTLP over HTTP, in JSON. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** What the latest export of metrics had, and of which resource. */
  latest: { resource: Record<string, unknown>; metrics: ReceivedMetric[] } | undefined;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver(
      createServer((request, response) => {
        void json(request).then((body) => {
          if (request.url === '/v1/traces') receiver.keep(body as Export);
          if (request.url === '/v1/metrics') receiver.keepMetrics(body as MetricsExport);
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        });
      }),
    );
    await new Promise<void>((ready) => receiver.server.listen(0, '127.0.0.1', ready));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Those of a trace. */
  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private keep({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const process = String(valuesOf(resource.attributes)['service.name']);
      for (const { attributes, status, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, process, status: status.code ?? 0, attributes: valuesOf(attributes) });
    }
  }
  private keepMetrics({ resourceMetrics }: MetricsExport): void {
    for (const { resource, scopeMetrics } of resourceMetrics)
      this.latest = { resource: valuesOf(resource.attributes), metrics: scopeMetrics.flatMap(({ metrics }) => metrics) };
  }
}
