import fastifyMultipart from '@fastify/multipart';
import { checkJsonShape, textOfBody, type Config, type FairBudget } from '@percept/core';
import { parseJson as parseExactly, PerceptError } from '@percept/sdk';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getCallerShare, shareOfStranger } from '../../../access/auth/caller';
import { prefersAsync } from '../prefers-async';
import { declaredLength, readBody } from './read-body';
import { SMALL_BODY, UploadMemory, type BodyMemory } from './upload-memory';

declare module 'fastify' {
  interface FastifyInstance {
    maxMediaBytes: number;
  }
  interface FastifyRequest {
    /** The memory of a body with media. */
    upload?: BodyMemory;
  }
}

/** Base64 is a third longer than its content. The rest of the JSON may have the size of a small body. */
export const jsonLimit = (maxMediaBytes: number): number => Math.ceil((maxMediaBytes * 4) / 3) + SMALL_BODY;

/** Parts of a form that may be an image, a video or a document. */
const MEDIA_PARTS = ['image', 'video', 'document', 'file'];

/** A part needs no filename to be a file (RFC 7578). A media part without a type may be text, so its bytes decide. */
function mayBeFile(name: string | undefined, type = '', filename?: string): boolean {
  return (
    filename !== undefined || /^(image|video)\/|^application\/(octet-stream|pdf)/.test(type) || MEDIA_PARTS.includes(name ?? '')
  );
}

/** Parsers for JSON, forms, YAML and raw media; any other content type is refused. */
export async function addBodyParsers(fastify: FastifyInstance, { maxMediaBytes }: Config): Promise<void> {
  const limitOf = ({ routeOptions }: FastifyRequest, mediaLimit: number): number =>
    routeOptions.config.media ? mediaLimit : SMALL_BODY;
  fastify.decorate('maxMediaBytes', maxMediaBytes);
  // Fastify's own parsers would also accept text/plain.
  fastify.removeAllContentTypeParsers();
  await fastify.register(fastifyMultipart, {
    isPartAFile: mayBeFile,
    limits: { fileSize: jsonLimit(maxMediaBytes), files: MEDIA_PARTS.length, fields: 50, fieldSize: SMALL_BODY },
  });
  fastify.addContentTypeParser('application/json', async (request: FastifyRequest) =>
    parseJson(request, await readBody(request.raw, limitOf(request, jsonLimit(maxMediaBytes)), request.upload)),
  );
  fastify.addContentTypeParser('application/x-amz-json-1.1', async (request: FastifyRequest) => {
    const { door, raw } = request.routeOptions.config;
    if (!door && !raw) throw PerceptError.invalid('content-type', 'must be application/json here.');
    return readBody(request.raw, limitOf(request, jsonLimit(maxMediaBytes)), request.upload);
  });
  // Tensor messages, for which clients of the Open Inference Protocol send no type, and the forms of DeepStack without a picture.
  fastify.addContentTypeParser(['application/octet-stream', '*'], async (request: FastifyRequest) => {
    const { 'content-type': type = 'application/octet-stream' } = request.headers;
    const { door, raw } = request.routeOptions.config;
    if (!raw && (!door || !/^application\/(octet-stream|x-www-form-urlencoded)/.test(type)))
      throw Object.assign(new Error('unknown type'), { statusCode: 415 });
    return readBody(request.raw, limitOf(request, jsonLimit(maxMediaBytes)), request.upload);
  });
  fastify.addContentTypeParser(/^(application|text)\/(x-)?yaml/, async (request: FastifyRequest) => {
    const body = await readBody(request.raw, SMALL_BODY);
    return request.routeOptions.config.raw ? body : textOfBody(body, 'send it in UTF-8');
  });
  fastify.addContentTypeParser(/^(image|video)\/|^application\/pdf/, (request: FastifyRequest) =>
    readBody(request.raw, limitOf(request, maxMediaBytes), request.upload),
  );
}

/** The JSON of a route with media stays unparsed: a worker thread parses it. */
function parseJson({ routeOptions }: FastifyRequest, body: Buffer): unknown {
  if (routeOptions.config.media || routeOptions.config.raw) return body;
  if (body.length === 0) return {};
  checkJsonShape(body, SMALL_BODY);
  const text = textOfBody(body, 'send it in UTF-8');
  try {
    return parseExactly(text);
  } catch (error) {
    throw PerceptError.invalid('body', `is not valid JSON: ${(error as Error).message}`);
  }
}

/** The bytes of a body on a route with `raw`. The parser of forms leaves them unread. */
export async function rawBody(request: FastifyRequest): Promise<Buffer> {
  if (request.isMultipart()) return readBody(request.raw, SMALL_BODY);
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/**
 * Reads a large body only as far as memory is available, and frees the memory when the request is answered. A body that outlives
 * its answer, or arrives in chunks with unknown length, gets its own memory, which is counted as it arrives.
 */
export function limitUploadMemory(
  config: Config,
  budget: FairBudget,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const maxBytes = jsonLimit(config.maxMediaBytes);
  const memory = new UploadMemory(budget);
  return async (request, reply) => {
    const declared = declaredLength(request.raw);
    if (!request.routeOptions.config.media || (declared ?? maxBytes) <= SMALL_BODY) return;
    const upload = (request.upload = memory.open(request.caller ? getCallerShare(request.caller) : shareOfStranger(request.ip)));
    reply.raw.once('close', () => upload.release());
    if (declared === undefined) return;
    const bytes = Math.min(declared, maxBytes);
    await upload.reserve(bytes);
    if (!prefersAsync(request)) upload.takeLease(bytes);
  };
}
