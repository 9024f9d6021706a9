import type { ErrorCode } from '@percept/core';
import { bearerKey, type Door } from '../door';

/** JSON-RPC's number if it has one for the error, else -32000. */
const NUMBERS: Partial<Record<ErrorCode, number>> = { INVALID_REQUEST: -32600, INTERNAL: -32603 };

export function jsonRpcError(code: number, message: string): object {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

export const mcpDoor: Door = {
  credential: bearerKey,
  error: ({ code, status, message }) => ({ status, body: jsonRpcError(NUMBERS[code] ?? -32_000, message) }),
};
