import { PerceptError } from '../../../kernel';
import type { RequestTensor } from './request';

const LENGTH_BYTES = 4;

/**
 * Reads the elements of a `BYTES` tensor: texts from the JSON, or binary elements, each preceded by its length (four bytes,
 * little-endian).
 * @throws PerceptError INVALID_REQUEST naming the tensor.
 */
export function readTexts({ name, data, bytes }: RequestTensor, count: number): (string | Uint8Array)[] {
  const texts = bytes ? elementsOf(name, bytes) : data!.flat(Infinity);
  if (texts.length !== count) throw PerceptError.invalid(name, `has ${texts.length} elements, but its shape needs ${count}.`);
  const strange = texts.findIndex((each) => typeof each !== 'string' && !(each instanceof Uint8Array));
  if (strange >= 0) throw PerceptError.invalid(name, `element ${strange} is not a text.`);
  return texts as (string | Uint8Array)[];
}

function elementsOf(name: string, bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at + LENGTH_BYTES;
    const end = start <= bytes.length ? start + view.getUint32(at, true) : Infinity;
    if (end > bytes.length)
      throw PerceptError.invalid(
        name,
        'is cut off: each element of BYTES is its length in four bytes, little-endian, and its bytes.',
      );
    found.push(bytes.subarray(start, end));
    at = end;
  }
  return found;
}

/** Encodes texts in the format of the binary extension. */
export function packTexts(texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text, 'utf8');
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}
