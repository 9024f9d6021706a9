export { startTelemetry } from './start-telemetry';
export { activeTracer, currentTraceparent, traced, type Span } from './tracing';
