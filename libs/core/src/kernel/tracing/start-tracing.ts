import { createRequire } from 'node:module';
import { ConfigurationError } from '../config';
import { useTracer } from './tracing';

const load = createRequire(__filename);

type Environment = Record<string, string | undefined>;

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
const SPOKEN = 'http/json';
const UNDERSTOOD = [SPOKEN, 'http/protobuf'];

/**
 * Starts to send traces if the standard variables name a collector; else its SDK is not loaded. The exporter reads the process's own again.
 * @returns what sends the rest. @throws ConfigurationError where they ask for what Percept does not speak.
 */
export function startTracing(version: string, environment: Environment): () => Promise<void> {
  if (!isWanted(environment)) return async () => undefined;
  checkEndpoint(environment);
  checkProtocol(environment);
  const { otlpTracer } = load('./otlp') as typeof import('./otlp.js');
  const tracer = otlpTracer(version);
  useTracer(tracer);
  return async () => {
    useTracer(undefined);
    await tracer.close();
  };
}

function isWanted(environment: Environment): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment;
  return disabled?.toLowerCase() !== 'true' && exporter !== 'none' && ENDPOINTS.some((name) => environment[name]);
}

function checkEndpoint(environment: Environment): void {
  for (const name of ENDPOINTS) {
    const value = environment[name];
    if (!value || /^https?:\/\/[^/\s]+/.test(value)) continue;
    throw new ConfigurationError(
      `${name} is '${value}', but it must be the address of a collector, such as http://localhost:4318.`,
    );
  }
}

/** Every collector that takes OTLP over HTTP takes its JSON on the same port. */
function checkProtocol(environment: Environment): void {
  const name = PROTOCOLS.find((each) => environment[each]);
  const value = name && environment[name];
  if (!value || UNDERSTOOD.includes(value)) return;
  throw new ConfigurationError(
    `${name} is '${value}', but Percept sends traces by OTLP over HTTP (${SPOKEN}): leave it empty, and name the collector's HTTP port, 4318 as a rule.`,
  );
}
