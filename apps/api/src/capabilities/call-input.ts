import { digestInTurns, PerceptError, type CallInput } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { declaredLength, gather, memoryFor, tooLarge } from '../http/body/read-body';

const MEDIA_PARTS = ['image', 'video'];

/**
 * A request to a capability, in whichever of the three ways it was sent, as the host takes it. Nothing is parsed here.
 * @param parts of a form that may be a file.
 */
export async function callInputOf(request: FastifyRequest, parts = MEDIA_PARTS): Promise<CallInput> {
  if (request.isMultipart()) return readForm(request, parts);
  const type = request.headers['content-type'] ?? '';
  const { body } = request;
  const query = request.query as Record<string, unknown>;
  if (!Buffer.isBuffer(body)) return { json: new Uint8Array(0), query };
  if (/^(image|video)\//.test(type)) {
    const field = type.startsWith('video/') ? 'video' : 'image';
    return {
      fields: query,
      fromText: true,
      media: { field, bytes: body },
      transferable: true,
      lease: request.upload?.lease,
    };
  }
  return { json: body, query, transferable: true, lease: request.upload?.lease };
}

/** SHA-256 of all that was sent. */
export function digestOfInput({ json, media, fields, query }: CallInput): Promise<string> {
  const head = JSON.stringify([fields ?? null, media?.field ?? null, query ?? null]);
  return digestInTurns(`${head}\n`, media && 'bytes' in media ? media.bytes : (json ?? new Uint8Array(0)));
}

async function readForm(request: FastifyRequest, parts: readonly string[]): Promise<CallInput> {
  const fields: Record<string, unknown> = {};
  let media: CallInput['media'];
  const most = request.server.maxMediaBytes;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        const before = fields[part.fieldname];
        fields[part.fieldname] = before === undefined ? part.value : [before, part.value].flat();
      } else if (!parts.includes(part.fieldname)) {
        const expected = parts.map((name) => `'${name}'`).join(' or ');
        throw PerceptError.invalid(part.fieldname, `a file is expected in the part ${expected}, not in '${part.fieldname}'.`);
      } else {
        const memory = request.upload?.lease ?? memoryFor(declaredLength(request.raw), most);
        media = { field: part.fieldname, bytes: await gather(part.file, { limit: most, memory, upload: request.upload }) };
        if (part.file.truncated) throw tooLarge();
      }
    }
  } catch (error) {
    throw error instanceof PerceptError ? error : formError(error as { code?: string; message: string });
  }
  const query = request.query as Record<string, unknown>;
  return { fields, query, fromText: true, media, transferable: true, lease: request.upload?.lease };
}

function formError(fault: { code?: string; message: string }): Error {
  if (fault.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  if (fault.code === 'FST_FILES_LIMIT') return PerceptError.invalid('image', 'more than one file was sent: send exactly one.');
  if (fault.code?.startsWith('FST_')) return new PerceptError('INVALID_REQUEST', `The form cannot be read: ${fault.message}`);
  return new PerceptError('INVALID_REQUEST', `The form is broken or was cut off: ${fault.message}`);
}
