import { ConfigurationError } from '../config';

export type Environment = Record<string, string | undefined>;
type Signal = 'TRACES' | 'METRICS';

const SPOKEN = 'http/json';
const UNDERSTOOD = [SPOKEN, 'http/protobuf'];

/**
 * Whether OpenTelemetry's standard variables (OTEL_…) ask for the signal to be sent by OTLP.
 * @throws ConfigurationError if they ask for something that Percept does not support.
 */
export function isSent(signal: Signal, environment: Environment): boolean {
  const endpoints = [`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, 'OTEL_EXPORTER_OTLP_ENDPOINT'];
  const { OTEL_SDK_DISABLED: disabled } = environment;
  if (disabled?.toLowerCase() === 'true' || !endpoints.some((name) => environment[name])) return false;
  if (environment[`OTEL_${signal}_EXPORTER`] === 'none') return false;
  checkEndpoints(endpoints, environment);
  checkProtocol(signal, environment);
  return true;
}

function checkEndpoints(names: string[], environment: Environment): void {
  for (const name of names) {
    const value = environment[name];
    if (!value || /^https?:\/\/[^/\s]+/.test(value)) continue;
    throw new ConfigurationError(
      `${name} is '${value}', but it must be the address of a collector, such as http://localhost:4318.`,
    );
  }
}

/** Every collector that takes OTLP over HTTP takes its JSON on the same port. */
function checkProtocol(signal: Signal, environment: Environment): void {
  const name = [`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, 'OTEL_EXPORTER_OTLP_PROTOCOL'].find((each) => environment[each]);
  const value = name && environment[name];
  if (!value || UNDERSTOOD.includes(value)) return;
  throw new ConfigurationError(
    `${name} is '${value}', but Percept sends ${signal.toLowerCase()} by OTLP over HTTP (${SPOKEN}): leave it empty, and name the collector's HTTP port, 4318 as a rule.`,
  );
}
