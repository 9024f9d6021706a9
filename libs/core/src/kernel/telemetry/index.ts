export { metricsExport } from './metrics-export';
export { startTracing } from './start-tracing';
export { activeTracer, currentTraceparent, traced, type Span } from './tracing';
