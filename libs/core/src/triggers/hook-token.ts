import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 24;

/** The last part of a webhook trigger's address. Anyone who knows it may start the pipeline. */
export function newHookToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored hash of a token. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
