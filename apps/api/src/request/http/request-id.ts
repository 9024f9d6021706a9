import { newId } from '@percept/core';
import type { IncomingMessage } from 'node:http';

const CALLERS_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** The caller's own id if it is well formed, else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && CALLERS_ID.test(given) ? given : newId('req');
}
