import type { ErrorCode } from '@percept/sdk';
import { bearerKey, defineDoor } from '@percept/sdk/doors';
import { embeddings } from './embeddings';
import { OpenAiError } from './openai-error';

/** OpenAI's types and codes for our errors. */
const TYPES: Partial<Record<ErrorCode, { type: string; code: string | null }>> = {
  UNAUTHORIZED: { type: 'invalid_request_error', code: 'invalid_api_key' },
  FORBIDDEN: { type: 'invalid_request_error', code: 'insufficient_permissions' },
  NOT_FOUND: { type: 'invalid_request_error', code: 'not_found' },
  RATE_LIMITED: { type: 'requests', code: 'rate_limit_exceeded' },
  QUOTA_EXCEEDED: { type: 'insufficient_quota', code: 'insufficient_quota' },
  OVERLOADED: { type: 'server_error', code: 'overloaded' },
  TIMEOUT: { type: 'server_error', code: 'timeout' },
  INTERNAL: { type: 'server_error', code: null },
};
const REFUSED = { type: 'invalid_request_error', code: null };

/** OpenAI's embeddings. */
export const openai = defineDoor({
  name: 'openai',
  description: "OpenAI's embeddings.",
  credential: bearerKey,
  error: (error) => {
    const { type, code } = TYPES[error.code] ?? REFUSED;
    const param = error.details?.field ?? null;
    const own = error instanceof OpenAiError ? error.type : code;
    return { status: error.status, body: { error: { message: error.message, type, param, code: own } } };
  },
  routes: [{ method: 'POST', path: '/v1/embeddings', capability: 'text.embed', answer: embeddings }],
});
