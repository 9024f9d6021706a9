import fastifyMultipart from '@fastify/multipart';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { newId, PerceptError, type Config } from '@percept/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no API key. */
    open?: boolean;
    /** The scope that a key must have. */
    scope?: string;
    /** Takes media: bodies up to the media limit, JSON handed on unparsed so that a worker can parse it. */
    media?: boolean;
  }
}

/** Bodies that carry no media: a webhook, a pipeline. */
const SMALL_BODY = 1024 * 1024;
/** Base64 is a third longer than what it carries; the rest of the JSON gets the small body's size. */
const jsonLimit = (maxMediaBytes: number): number => Math.ceil((maxMediaBytes * 4) / 3) + SMALL_BODY;

const CALLERS_ID = /^[A-Za-z0-9_-]{1,128}$/;

export function createAdapter(): FastifyAdapter {
  return new FastifyAdapter({
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && CALLERS_ID.test(given) ? given : newId('req');
    },
    requestTimeout: 120_000,
  });
}

/** Body parsers, request ids and security headers. Call before the application is initialised. */
export async function prepareFastify(fastify: FastifyInstance, config: Config): Promise<void> {
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  // Fastify's own parsers take text/plain too.
  fastify.removeAllContentTypeParsers();
  await fastify.register(fastifyMultipart, {
    limits: { fileSize: config.maxMediaBytes, files: 1, fields: 50, fieldSize: SMALL_BODY },
  });
  const parseJson = (request: FastifyRequest, body: Buffer): unknown => {
    if (request.routeOptions.config.media) return body;
    if (body.length > SMALL_BODY) throw new PerceptError('PAYLOAD_TOO_LARGE', `The body is larger than ${SMALL_BODY} bytes.`);
    if (body.length === 0) return {};
    try {
      return JSON.parse(body.toString('utf8'));
    } catch (error) {
      throw new PerceptError('INVALID_REQUEST', `The body is not JSON: ${(error as Error).message}`);
    }
  };
  const json = { parseAs: 'buffer', bodyLimit: jsonLimit(config.maxMediaBytes) } as const;
  fastify.addContentTypeParser('application/json', json, async (request: FastifyRequest, body: Buffer) =>
    parseJson(request, body),
  );
  const media = { parseAs: 'buffer', bodyLimit: config.maxMediaBytes } as const;
  fastify.addContentTypeParser(/^(image|video)\//, media, async (_: FastifyRequest, body: Buffer) => body);
}
