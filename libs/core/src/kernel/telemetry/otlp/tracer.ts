import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Attributes, Span, SpanOptions, Stage, Tracer } from '../tracing';
import { createResource } from './resource';

const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
};

class OtlpSpan implements Span {
  readonly began = Date.now();

  constructor(readonly inner: OtelSpan) {}

  get traceparent(): string {
    return traceparentOf(this.inner);
  }

  set(attributes: Attributes): void {
    this.inner.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      const { code, name } = error as { code?: unknown; name?: string };
      this.inner.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'));
      this.inner.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.inner.end();
  }
}

/** Sends spans by OTLP over HTTP as the standard variables (OTEL_…) say. Loaded only where tracing is on. */
export function otlpTracer(version: string): Tracer {
  const provider = new NodeTracerProvider({
    resource: createResource(version),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  // Registers contexts that follow awaits, and W3C's headers.
  provider.register();
  const tracer = provider.getTracer('percept', version);
  return {
    start: (name, options) => start(name, options),
    within: (span, work) => context.with(trace.setSpan(context.active(), (span as OtlpSpan).inner), work),
    traceparent: () => {
      const span = trace.getActiveSpan();
      return span && traceparentOf(span);
    },
    stages: (span, stages) => addStages(span as OtlpSpan, stages),
    close: async () => {
      await provider.shutdown().catch(() => undefined);
      for (const each of [trace, context, propagation]) each.disable();
    },
  };

  function start(name: string, { parent, kind = 'internal', attributes }: SpanOptions): Span {
    return new OtlpSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent)));
  }

  function addStages({ inner, began }: OtlpSpan, stages: readonly Stage[]): void {
    const within = trace.setSpan(ROOT_CONTEXT, inner);
    let at = began;
    for (const { name, ms } of stages) {
      const stage = tracer.startSpan(name, { startTime: at }, within);
      at += ms;
      stage.end(at);
    }
  }
}

/** A malformed parent starts a new trace, as W3C says. */
function contextOf(parent: string | null | undefined): Context {
  if (parent === undefined) return context.active();
  return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

function traceparentOf(span: OtelSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
