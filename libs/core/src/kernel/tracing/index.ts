export { startTracing } from './start-tracing';
export { activeTracer, currentTraceparent, traced, type Span } from './tracing';
