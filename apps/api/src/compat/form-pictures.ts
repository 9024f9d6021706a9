import type { FormPictures } from '@percept/compat';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { formError, unpackedForm } from '../capabilities/call-input';
import { gather, tooLarge } from '../http/body/read-body';

/**
 * The fields and all files of a form, in its order. Together they may take at most the memory that the body claimed before.
 * @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE.
 */
export async function formPictures(request: FastifyRequest): Promise<FormPictures> {
  const fields: Record<string, string> = {};
  const pictures: FormPictures['pictures'] = [];
  const limit = request.server.maxMediaBytes;
  try {
    for await (const part of unpackedForm(request).parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const bytes = await gather(part.file, { limit });
      if (part.file.truncated) throw tooLarge(limit);
      pictures.push({ name: part.fieldname, bytes });
    }
  } catch (error) {
    if (error instanceof PerceptError) throw error;
    const fault = error as { code?: string; message: string };
    if (fault.code === 'FST_FILES_LIMIT') throw PerceptError.invalid('image', 'has too many files: send three at most.');
    throw formError(fault);
  }
  return { fields, pictures };
}
