// Loaded only where the standard variables name a collector.
export { pushMetrics } from './metrics';
export { otlpTracer } from './tracer';
