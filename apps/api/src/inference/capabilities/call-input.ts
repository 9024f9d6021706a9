import { digestInTurns, type CallInput } from '@percept/core';
import { PerceptError, toJson } from '@percept/sdk';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { jsonLimit } from '../../request/http/body/body-parsers';
import { SMALL_BODY } from '../../request/http/body/upload-memory';
import { declaredLength, gather, isPacked, memoryFor, tooLarge, unpacked } from '../../request/http/body/read-body';

const MEDIA_PARTS = ['image', 'video', 'document'];

/**
 * The input of a request to a capability as the host takes it, for each of the three ways to send it. Nothing is parsed here.
 * @param parts of a form that may be a file.
 */
export async function readCallInput(request: FastifyRequest, parts = MEDIA_PARTS): Promise<CallInput> {
  if (request.isMultipart()) return readForm(request, parts);
  const type = request.headers['content-type'] ?? '';
  const { body } = request;
  const query = request.query as Record<string, unknown>;
  if (!Buffer.isBuffer(body)) return { json: new Uint8Array(0), query };
  if (/^(image|video)\/|^application\/pdf/.test(type)) {
    const isDocument = request.routeOptions.config.takesDocuments === true || type.startsWith('application/');
    const field = isDocument ? 'document' : type.startsWith('video/') ? 'video' : 'image';
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

/** SHA-256 of the whole input. */
export function digestOfInput({ json, media, fields, query }: CallInput): Promise<string> {
  const head = toJson([fields ?? null, media?.field ?? null, query ?? null]);
  return digestInTurns(`${head}\n`, media && 'bytes' in media ? media.bytes : (json ?? new Uint8Array(0)));
}

async function readForm(request: FastifyRequest, parts: readonly string[]): Promise<CallInput> {
  const fields: Record<string, unknown> = {};
  let media: CallInput['media'];
  try {
    for await (const part of unpackedForm(request).parts()) {
      // The library leaves a part without a name undefined, whatever its types say.
      const { fieldname: name = '' } = part as { fieldname?: string };
      if (name === '') throw PerceptError.invalid('body', 'has a part without a name: give each part of the form one.');
      const bytes = part.type === 'file' ? await readPart(part, request, media !== undefined) : undefined;
      if (part.type === 'field' || isText(part, bytes!)) {
        if (part.type === 'field' && part.valueTruncated) throw tooLarge(SMALL_BODY);
        const value = part.type === 'field' ? part.value : bytes!.toString('utf8');
        if (part.type === 'field' && String(value).includes('\uFFFD'))
          throw PerceptError.invalid(name, 'has bytes that are not UTF-8 (or U+FFFD, which JSON can carry): send it in UTF-8.');
        fields[name] = fields[name] === undefined ? value : [fields[name], value].flat();
        continue;
      }
      if (!parts.includes(name)) {
        const expected = parts.map((each) => `'${each}'`).join(' or ');
        throw PerceptError.invalid(name, `a file is expected in the part ${expected}, not in '${name}'.`);
      }
      if (media) throw secondFile(name);
      media = { field: name, bytes: bytes! };
    }
  } catch (error) {
    throw error instanceof PerceptError ? error : formError(error as { code?: string; message: string });
  }
  const query = request.query as Record<string, unknown>;
  return { fields, query, fromText: true, media, transferable: true, lease: request.upload?.lease };
}

/**
 * The bytes of a part. Base64 text may be longer than the file that it carries.
 * @param isTaken whether the lease has a file in it.
 */
async function readPart(part: MultipartFile, { server, raw, upload }: FastifyRequest, isTaken: boolean): Promise<Buffer> {
  if (isTaken && !mayBeText(part)) throw secondFile(part.fieldname);
  const { file } = part;
  const limit = isTaken ? SMALL_BODY : mayBeText(part) ? jsonLimit(server.maxMediaBytes) : server.maxMediaBytes;
  const memory = isTaken ? undefined : (upload?.lease ?? memoryFor(declaredLength(raw), limit));
  const bytes = await gather(file, { limit, memory, upload });
  if (file.truncated) throw tooLarge(limit);
  return bytes;
}

const mayBeText = ({ filename, mimetype }: Pick<MultipartFile, 'filename' | 'mimetype'>): boolean =>
  filename === undefined && mimetype.startsWith('text/');

/** Whether a part that could be a file is a URL or Base64. */
const isText = (part: Pick<MultipartFile, 'filename' | 'mimetype'>, bytes: Buffer): boolean =>
  mayBeText(part) && isUtf8(bytes) && !bytes.includes(0);

const secondFile = (part: string): PerceptError => PerceptError.invalid(part, 'more than one file was sent: send exactly one.');

/** The parser of forms reads the raw request, which must not be compressed. */
export function unpackedForm(request: FastifyRequest): FastifyRequest {
  if (!isPacked(request.raw)) return request;
  const raw = Object.assign(unpacked(request.raw), { headers: request.headers });
  return Object.create(request, { raw: { value: raw } }) as FastifyRequest;
}

export function formError(fault: { code?: string; message: string }): Error {
  if (fault.code === 'FST_FILES_LIMIT') return secondFile('image');
  if (fault.code?.startsWith('FST_')) return new PerceptError('INVALID_REQUEST', `The form cannot be read: ${fault.message}`);
  return PerceptError.invalid('body', `is a form that is broken or was cut off: ${fault.message}.`);
}
