import { createRequire } from 'node:module';
import { isSent, type Environment } from './standard-variables';
import { useTracer } from './tracing';

const load = createRequire(__filename);

/**
 * Starts to send traces if the standard variables name a collector; else its SDK is not loaded. The exporter reads the process's own again.
 * @returns what sends the rest. @throws ConfigurationError where they ask for what Percept does not speak.
 */
export function startTracing(version: string, environment: Environment): () => Promise<void> {
  if (!isSent('TRACES', environment)) return async () => undefined;
  const { otlpTracer } = load('./otlp/index') as typeof import('./otlp/index.js');
  const tracer = otlpTracer(version);
  useTracer(tracer);
  return async () => {
    useTracer(undefined);
    await tracer.close();
  };
}
