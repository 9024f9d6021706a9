// This folder is loaded only if the standard variables name a collector.
export { pushMetrics } from './metrics';
export { otlpTracer } from './tracer';
