import type { HookRequest } from '@percept/sdk/pipelines';

const SECRET_HEADERS = /auth|cookie|token|secret|password|signature|key/;

export function headerFrom({ headers }: HookRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The headers except those that carry secrets. */
export function shownHeaders({ headers }: HookRequest): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => name === 'idempotency-key' || !SECRET_HEADERS.test(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]));
}
