import fastifyCors from '@fastify/cors';
import type { Config } from '@percept/core';
import type { FastifyInstance } from 'fastify';

/** Response headers that pages of other origins may read. */
const EXPOSED = [
  'X-Request-Id',
  'Location',
  'ETag',
  'Retry-After',
  'Server-Timing',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
];
const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Pages load code from this service only. Images and videos may also come from the memory of the page. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // The page of the dashboard adds its own nonce: see `createPage`.
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/** Those that OWASP recommends. HSTS is left to the proxy: over https it would bind the host's other services for a year. */
const SECURITY_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/**
 * Security headers for every answer, and CORS for the configured origins. CORS allows no cookies: pages of other origins send a
 * key. Call before any hook that may refuse a request.
 */
export async function addBrowserSecurity(fastify: FastifyInstance, { corsOrigins }: Config): Promise<void> {
  fastify.addHook('onRequest', async (_, reply) => void reply.headers(SECURITY_HEADERS));
  if (corsOrigins.length === 0) return;
  await fastify.register(fastifyCors, {
    origin: corsOrigins.includes('*') ? '*' : corsOrigins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [...EXPOSED, ...LIMITS],
    maxAge: 600,
  });
}
