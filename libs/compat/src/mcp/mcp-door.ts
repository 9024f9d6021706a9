import { type PerceptError } from '@percept/sdk';

import { bearerKey, type Door } from '@percept/sdk/doors';

/** JSON-RPC's code for a body that is not JSON. */
const PARSE_ERROR = -32_700;
/** JSON-RPC's codes for our errors; -32000 for the others. */
const NUMBERS: Partial<Record<PerceptError['code'], number>> = { INVALID_REQUEST: -32600, INTERNAL: -32603 };

export function jsonRpcError(code: number, message: string): object {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

export const mcpDoor: Door = {
  name: 'mcp',
  description: 'The Model Context Protocol.',
  routes: [],
  credential: bearerKey,
  error: ({ code, status, message, details }) => {
    const number = details?.field === 'body' ? PARSE_ERROR : NUMBERS[code];
    return { status, body: jsonRpcError(number ?? -32_000, message) };
  },
};
