export type SpanKind = 'server' | 'internal' | 'producer' | 'consumer' | 'client';
export type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  /**
   * The W3C `traceparent` of a cause in another process or an earlier request; null if there is none. When absent, the active span
   * is the parent.
   */
  parent?: string | null;
  /** `internal` when absent. */
  kind?: SpanKind;
  /** Named by OpenTelemetry's semantic conventions where these have a name. */
  attributes?: Attributes;
}

/** A piece of work in a trace. */
export interface Span {
  /** The W3C `traceparent` that identifies the span to other processes. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** @param error the error that the work failed with. Its message is not recorded, because it may quote what was sent. */
  end(error?: unknown): void;
}

/** A part of a span that was measured elsewhere, such as in a worker thread. */
export interface Stage {
  name: string;
  ms: number;
}

/** Writes traces: see `otlp.ts`. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** Runs the work with the span as the parent of the spans that it starts. */
  within<T>(span: Span, work: () => T): T;
  /** The `traceparent` of the active span. */
  traceparent(): string | undefined;
  /** Adds a span for each stage of `span`: the first begins with `span`, each other one when the previous one ends. */
  stages(span: Span, stages: readonly Stage[]): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/** Sets the tracer of this process; undefined: nothing writes traces. */
export function useTracer(wanted: Tracer | undefined): void {
  tracer = wanted;
}

/** The tracer of this process. Undefined while tracing is off: OpenTelemetry's SDK is not loaded then. */
export function activeTracer(): Tracer | undefined {
  return tracer;
}

/** The W3C `traceparent` of the current work, to keep with what the work causes. */
export function currentTraceparent(): string | null {
  return tracer?.traceparent() ?? null;
}

/** Runs the work as a span; without tracing, runs only the work. */
export async function traced<T>(name: string, options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const span = tracer.start(name, options);
  try {
    const result = await tracer.within(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error ?? new Error());
    throw error;
  }
}
