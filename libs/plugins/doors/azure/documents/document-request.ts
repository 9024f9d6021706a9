import { PerceptError } from '@percept/sdk';
import { readJsonBody, type DoorCall, type DoorInput } from '@percept/sdk/doors';
import { AzureError, listIn } from '../azure-error';
import { readStringIndex, type StringIndex } from '../string-index';

/** What a caller wants from a document. */
interface DocumentWish {
  format: 'text' | 'markdown';
  index: StringIndex;
  pages?: string;
  barcodes: boolean;
  keyValues: boolean;
  pdf: boolean;
}

const FEATURES = ['barcodes', 'keyValuePairs'];

/** @throws PerceptError INVALID_REQUEST; AzureError that names what Percept does not offer. */
export function readWish(query: DoorCall['query']): DocumentWish {
  const features = listIn(query, 'features');
  const missing = features.find((feature) => !FEATURES.includes(feature));
  if (missing !== undefined)
    throw new AzureError(
      'UnsupportedFeature',
      `Percept has no '${missing.slice(0, 40)}'; features may be ${FEATURES.join(', ')}.`,
    );
  if (query.queryFields !== undefined)
    throw new AzureError(
      'UnsupportedFeature',
      'Percept answers no queryFields: take the fields of prebuilt-receipt or prebuilt-invoice.',
    );
  const outputs = listIn(query, 'output');
  const other = outputs.find((output) => output !== 'pdf');
  if (other !== undefined)
    throw new AzureError('UnsupportedOutput', `Percept has no output '${other.slice(0, 40)}': output may be pdf.`);
  const { outputContentFormat: format = 'text', pages } = query;
  if (format !== 'text' && format !== 'markdown') throw PerceptError.invalid('outputContentFormat', 'must be text or markdown.');
  return {
    ...{ format, index: readStringIndex(query.stringIndexType), pdf: outputs.length > 0 },
    ...{ barcodes: features.includes('barcodes'), keyValues: features.includes('keyValuePairs') },
    ...(typeof pages === 'string' && pages !== '' && { pages }),
  };
}

/** The bytes of a file, or its address. */
export type DocumentSource = { media: NonNullable<DoorInput['media']> } | { fields: Record<string, string> };

/**
 * The file of a request.
 * @param names Azure's JSON fields for an address and Base64 text, and our field for the file.
 * @throws PerceptError INVALID_REQUEST.
 */
export function readSource(
  { body, headers }: DoorCall,
  { field, url, base64 }: { field: 'document' | 'image'; url: string; base64?: string },
): DocumentSource {
  if (!/json/i.test(String(headers['content-type'] ?? ''))) {
    if (body.length > 0) return { media: { field, bytes: body } };
    throw PerceptError.invalid('body', `is empty: send the bytes of the ${field}, or JSON with ${url}.`);
  }
  const given = readJsonBody(body);
  const address = given[url];
  if (typeof address === 'string' && address !== '') return { fields: { [`${field}_url`]: address } };
  const text = base64 === undefined ? undefined : given[base64];
  if (typeof text === 'string' && text !== '') return { media: { field, bytes: fromBase64(text, base64!) } };
  throw PerceptError.invalid('body', `needs ${base64 === undefined ? url : `${url} or ${base64}`}.`);
}

function fromBase64(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  // Node skips invalid Base64 characters, so the length shows whether there were any.
  if (bytes.length > 0 && bytes.length >= Math.floor((text.replace(/[\s=]/g, '').length * 3) / 4)) return bytes;
  throw PerceptError.invalid(name, 'is not Base64.');
}
