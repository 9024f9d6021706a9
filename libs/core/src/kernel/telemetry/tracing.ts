export type SpanKind = 'server' | 'internal' | 'producer' | 'consumer' | 'client';
export type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  /** W3C `traceparent` of a cause in another process or an earlier request; null: there is none. When absent, the span that is active here. */
  parent?: string | null;
  /** `internal` when absent. */
  kind?: SpanKind;
  /** By the names of OpenTelemetry's semantic conventions where they have one. */
  attributes?: Attributes;
}

/** A piece of work in a trace. */
export interface Span {
  /** The W3C `traceparent` that names it to other processes. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** @param error the work failed with it; its message is not recorded, for it may quote what was sent. */
  end(error?: unknown): void;
}

/** A part of a span that was measured elsewhere, such as in a worker thread. */
export interface Stage {
  name: string;
  ms: number;
}

/** What writes traces: see `otlp.ts`. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** Runs the work with the span as the parent of what it starts. */
  within<T>(span: Span, work: () => T): T;
  /** The `traceparent` of the span that is active here. */
  traceparent(): string | undefined;
  /** Spans within `span` for its stages: the first begins with it, each other one where the one before it ends. */
  stages(span: Span, stages: readonly Stage[]): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/** Sets what writes the traces of this process; undefined: nothing does. */
export function useTracer(wanted: Tracer | undefined): void {
  tracer = wanted;
}

/** Undefined while tracing is off: the SDK of OpenTelemetry is not loaded then. */
export function activeTracer(): Tracer | undefined {
  return tracer;
}

/** The W3C `traceparent` of what is under way here, to keep with what it causes. */
export function currentTraceparent(): string | null {
  return tracer?.traceparent() ?? null;
}

/** Does the work as a span; without tracing just the work. */
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
