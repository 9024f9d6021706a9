import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The built page contains this instead of a nonce: see `vite.config.mts`. */
const PLACEHOLDER = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const POLICY = 'content-security-policy';
const NO_FRAMES = "frame-ancestors 'none'";
const STYLES = "style-src 'self'";

/**
 * Sends the page of the dashboard. Its component libraries add style elements, which the policy allows by a nonce of this response;
 * injected elements lack it.
 */
export function createPage(file: string): (reply: FastifyReply) => FastifyReply {
  const page = readFileSync(file, 'utf8');
  return (reply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const policy = String(reply.getHeader(POLICY)).replace(STYLES, `${STYLES} 'nonce-${nonce}'`);
    return reply
      .headers({ [POLICY]: policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(PLACEHOLDER, nonce));
  };
}

/** Lets pages of these origins show the answer in a frame. Without origins, frames stay forbidden. */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): FastifyReply {
  if (origins.length === 0) return reply;
  const policy = String(reply.getHeader(POLICY)).replace(NO_FRAMES, `frame-ancestors ${origins.join(' ')}`);
  return reply.removeHeader('x-frame-options').header(POLICY, policy);
}
