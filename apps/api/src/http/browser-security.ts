import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
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
const POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // The page of the dashboard adds its own nonce: see `createPage`.
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/**
 * Security headers for every answer, and CORS for the configured origins. CORS allows no cookies: pages of other origins send a
 * key. Call before any hook that may refuse a request.
 */
export async function addBrowserSecurity(fastify: FastifyInstance, { corsOrigins }: Config): Promise<void> {
  await fastify.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    xFrameOptions: { action: 'deny' },
    // Left to the proxy: browsers ignore this header over http, and over https it binds the host's other services for a year.
    strictTransportSecurity: false,
  });
  if (corsOrigins.length === 0) return;
  await fastify.register(fastifyCors, {
    origin: corsOrigins.includes('*') ? '*' : corsOrigins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [...EXPOSED, ...LIMITS],
    maxAge: 600,
  });
}
