import fastifyMultipart from '@fastify/multipart';
import { checkJsonShape, PerceptError, type BufferLease, type Config } from '@percept/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prefersAsync } from '../prefers-async';
import { declaredLength, readBody } from './read-body';
import { UploadArena } from './upload-arena';
import { UploadMemory } from './upload-memory';

declare module 'fastify' {
  interface FastifyInstance {
    maxMediaBytes: number;
  }
  interface FastifyRequest {
    /** Memory for a large body. */
    lease?: BufferLease;
  }
}

const MEGABYTE = 1024 * 1024;
/** The limit of bodies without media: a webhook, a pipeline. */
const SMALL_BODY = MEGABYTE;
/** Base64 is a third longer than what it carries; the rest of the JSON gets the size of a small body. */
const jsonLimit = (maxMediaBytes: number): number => Math.ceil((maxMediaBytes * 4) / 3) + SMALL_BODY;

/** Parsers for JSON, forms, YAML and raw media; any other content type is refused. */
export async function addBodyParsers(fastify: FastifyInstance, { maxMediaBytes }: Config): Promise<void> {
  const limitOf = ({ routeOptions }: FastifyRequest, mediaLimit: number): number =>
    routeOptions.config.media ? mediaLimit : SMALL_BODY;
  fastify.decorate('maxMediaBytes', maxMediaBytes);
  // Fastify's own parsers accept text/plain too.
  fastify.removeAllContentTypeParsers();
  await fastify.register(fastifyMultipart, {
    limits: { fileSize: maxMediaBytes, files: 1, fields: 50, fieldSize: SMALL_BODY },
  });
  fastify.addContentTypeParser('application/json', async (request: FastifyRequest) =>
    parseJson(request, await readBody(request.raw, limitOf(request, jsonLimit(maxMediaBytes)), request.lease)),
  );
  fastify.addContentTypeParser(/^(application|text)\/(x-)?yaml/, async (request: FastifyRequest) =>
    (await readBody(request.raw, SMALL_BODY)).toString('utf8'),
  );
  fastify.addContentTypeParser(/^(image|video)\//, (request: FastifyRequest) =>
    readBody(request.raw, limitOf(request, maxMediaBytes), request.lease),
  );
}

/** The JSON of a route with media stays unparsed: a worker thread parses it. */
function parseJson({ routeOptions }: FastifyRequest, body: Buffer): unknown {
  if (routeOptions.config.media) return body;
  if (body.length === 0) return {};
  checkJsonShape(body, SMALL_BODY);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw PerceptError.invalid('body', `is not valid JSON: ${(error as Error).message}`);
  }
}

/**
 * Reads a large body only when there is memory for it, and frees that memory when the request is answered. A body that is
 * kept beyond its answer, or that comes in chunks and may have any length, gets memory of its own.
 */
export function limitUploadMemory(config: Config): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const total = config.PERCEPT_QUEUE_MB * MEGABYTE;
  const maxBytes = jsonLimit(config.maxMediaBytes);
  const memory = new UploadMemory(total, config.callTimeoutMs);
  const arena = new UploadArena(total);
  return async (request, reply) => {
    const bytes = Math.min(declaredLength(request.raw) ?? maxBytes, maxBytes);
    if (!request.routeOptions.config.media || bytes <= SMALL_BODY) return;
    const { room, release } = memory.reserve(bytes);
    let isClosed = false;
    reply.raw.once('close', () => {
      isClosed = true;
      request.lease?.release();
      release();
    });
    await room;
    if (!isClosed && declaredLength(request.raw) !== undefined && !prefersAsync(request)) request.lease = arena.lease(bytes);
  };
}
