import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { PerceptError, type Config, type BufferLease } from '@percept/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitHeaders } from '../quota/rate-limit-headers';
import { UploadMemory } from './body/upload-memory';
import { UploadArena } from './body/upload-arena';
import { addBrowserSecurity } from './browser-security';
import { keepEarlyResponsesReadable } from './early-responses';
import { prefersAsync } from './prefers-async';
import { declaredLength, readBody } from './body/read-body';
import { refuseConnection, refusePath } from './refusals';
import { requestId } from './request-id';

declare module 'fastify' {
  interface FastifyInstance {
    maxMediaBytes: number;
  }
  interface FastifyRequest {
    /** Memory for a large body. */
    loan?: BufferLease;
  }
  interface FastifyContextConfig {
    /** Needs no API key. */
    open?: boolean;
    /** Id of the capability that the route calls. */
    capability?: string;
    /** Counts for no plan: the way to see and mend one's limits stays open. */
    uncounted?: boolean;
    /** The scope that a key must have. */
    scope?: string;
    /** Takes media: bodies up to the media limit, JSON handed on unparsed so that a worker can parse it. */
    media?: boolean;
  }
}

const MEGABYTE = 1024 * 1024;
/** Bodies that carry no media: a webhook, a pipeline. */
const SMALL_BODY = MEGABYTE;
/** Base64 is a third longer than what it carries; the rest of the JSON gets the small body's size. */
const jsonLimit = (maxMediaBytes: number): number => Math.ceil((maxMediaBytes * 4) / 3) + SMALL_BODY;

export function createAdapter({ trustedProxies }: Config): FastifyAdapter {
  return new FastifyAdapter({
    // Only theirs: anybody may write X-Forwarded-For.
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: requestId,
    requestTimeout: 120_000,
    frameworkErrors: refusePath,
    clientErrorHandler: refuseConnection,
  });
}

/** Body parsers, request ids and security headers. Call before the application is initialised. */
export async function prepareFastify(fastify: FastifyInstance, config: Config): Promise<void> {
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(limitHeaders(Date.now()));
  });
  await addBrowserSecurity(fastify, config);
  fastify.addHook('onRequest', async (request) => {
    const coding = request.headers['content-encoding'];
    if (coding && coding !== 'identity')
      throw new PerceptError('INVALID_REQUEST', `Bodies with the Content-Encoding '${coding}' are not read: send it as it is.`);
  });
  keepEarlyResponsesReadable(fastify);
  fastify.decorate('maxMediaBytes', config.maxMediaBytes);
  await fastify.register(fastifyCookie);
  // Fastify's own parsers take text/plain too.
  fastify.removeAllContentTypeParsers();
  await fastify.register(fastifyMultipart, {
    limits: { fileSize: config.maxMediaBytes, files: 1, fields: 50, fieldSize: SMALL_BODY },
  });
  const parseJson = (request: FastifyRequest, body: Buffer): unknown => {
    if (request.routeOptions.config.media) return body;
    if (body.length === 0) return {};
    try {
      return JSON.parse(body.toString('utf8'));
    } catch (error) {
      throw PerceptError.invalid('body', `is not valid JSON: ${(error as Error).message}`);
    }
  };
  const limitFor = (request: FastifyRequest, mediaLimit: number): number =>
    request.routeOptions.config.media ? mediaLimit : SMALL_BODY;
  const mostJson = jsonLimit(config.maxMediaBytes);
  boundMemory(fastify, config, mostJson);
  fastify.addContentTypeParser('application/json', async (request: FastifyRequest) =>
    parseJson(request, await readBody(request.raw, limitFor(request, mostJson), request.loan)),
  );
  fastify.addContentTypeParser(/^(application|text)\/(x-)?yaml/, async (request: FastifyRequest) =>
    (await readBody(request.raw, SMALL_BODY)).toString('utf8'),
  );
  fastify.addContentTypeParser(/^(image|video)\//, (request: FastifyRequest) =>
    readBody(request.raw, limitFor(request, config.maxMediaBytes), request.loan),
  );
}

/**
 * Large bodies are read only when there is memory for them; their room is free again when they are answered. One that is
 * kept beyond its answer, or comes in chunks and may be of any length, gets memory of its own.
 */
function boundMemory(fastify: FastifyInstance, config: Config, most: number): void {
  const memory = new UploadMemory(config.PERCEPT_QUEUE_MB * MEGABYTE, config.callTimeoutMs);
  const shelf = new UploadArena(config.PERCEPT_QUEUE_MB * MEGABYTE);
  fastify.addHook('preParsing', async (request, reply) => {
    const bytes = Math.min(declaredLength(request.raw) ?? most, most);
    if (!request.routeOptions.config.media || bytes <= SMALL_BODY) return;
    const { room, release } = memory.reserve(bytes);
    let closed = false;
    reply.raw.once('close', () => {
      closed = true;
      request.loan?.giveBack();
      release();
    });
    await room;
    if (!closed && declaredLength(request.raw) !== undefined && !prefersAsync(request)) request.loan = shelf.lease(bytes);
  });
}
