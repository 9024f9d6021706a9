import { encode, getDecoder } from 'iconv-lite';
import { isUtf8 } from 'node:buffer';
import { brokenByte, isUtf16Name, isUtf8Name, LONE_HALF, REPLACED, shownEncoding } from '../text/encoding';

/** Enough to know the encoding, and for the line `sep=;` of a spreadsheet. */
const HEAD_BYTES = 64;
const NEWLINE = 0x0a;

interface Fault {
  /** Offset in the stream. */
  at: number;
  /** Number of the byte in the file, from 1. */
  byte: number;
}

/**
 * The bytes of a text file as UTF-8 without a byte order mark. The first chunk has at least the first 64 bytes, or the whole file.
 * The encoding that the first bytes show wins over the named one.
 */
export class Utf8Stream implements AsyncIterable<Buffer> {
  private readonly faults: Fault[] = [];
  private name: string;

  constructor(
    private readonly bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
    encoding = 'UTF-8',
  ) {
    this.name = encoding;
  }

  /**
   * The first fault of the stream before an offset, as a reason; undefined if there is none. It forgets the faults before the
   * offset.
   */
  faultBefore(offset: number): string | undefined {
    const [first] = this.faults;
    if (!first || first.at >= offset) return undefined;
    while (this.faults[0] && this.faults[0].at < offset) this.faults.shift();
    return `the byte ${first.byte} of the file is not ${this.name}: name its encoding, as in 'encoding: windows-1252'`;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
    const chunks = withHead(this.bytes);
    const { value: head } = await chunks.next();
    if (!head) return undefined;
    const { encoding = this.name, mark } = shownEncoding(head);
    this.name = encoding.toUpperCase();
    const content = (async function* () {
      yield head.subarray(mark);
      yield* chunks;
    })();
    yield* isUtf8Name(encoding) ? this.checked(content, mark) : this.converted(content, encoding, mark);
    return undefined;
  }

  private async *checked(chunks: AsyncIterable<Buffer>, mark: number): AsyncGenerator<Buffer> {
    let [begun, offset] = [Buffer.alloc(0) as Buffer, 0];
    const check = (bytes: Buffer): Buffer => {
      if (!isUtf8(bytes)) this.note(bytes, offset, mark);
      offset += bytes.length;
      return bytes;
    };
    for await (const chunk of chunks) {
      const bytes = begun.length > 0 ? Buffer.concat([begun, chunk]) : chunk;
      const end = bytes.length - openCharacter(bytes);
      begun = bytes.subarray(end);
      if (end > 0) yield check(bytes.subarray(0, end));
    }
    if (begun.length > 0) yield check(begun);
  }

  /** Notes the first fault of each line. */
  private note(bytes: Buffer, offset: number, mark: number): void {
    for (let from = 0; from < bytes.length;) {
      const newline = bytes.indexOf(NEWLINE, from);
      const line = bytes.subarray(from, newline < 0 ? bytes.length : newline + 1);
      const at = offset + from;
      from += line.length;
      if (isUtf8(line)) continue;
      const broken = at + brokenByte(line);
      this.faults.push({ at: broken, byte: mark + broken + 1 });
    }
  }

  private async *converted(chunks: AsyncIterable<Buffer>, encoding: string, mark: number): AsyncGenerator<Buffer> {
    const decoder = getDecoder(encoding, { stripBOM: false });
    const broken = isUtf16Name(encoding) ? new RegExp(LONE_HALF, 'gu') : new RegExp(REPLACED, 'g');
    let [offset, read] = [0, mark];
    const convert = (text: string, size: number): Buffer => {
      for (const { index } of text.matchAll(broken)) {
        const before = text.slice(0, index);
        this.faults.push({ at: offset + Buffer.byteLength(before), byte: read + encode(before, encoding).length + 1 });
      }
      const bytes = Buffer.from(text);
      offset += bytes.length;
      read += size;
      return bytes;
    };
    for await (const chunk of chunks) {
      const bytes = convert(decoder.write(chunk), chunk.length);
      if (bytes.length > 0) yield bytes;
    }
    const rest = decoder.end();
    if (rest) yield convert(rest, 0);
  }
}

async function* withHead(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head) {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      yield head;
      head = undefined;
    } else yield chunk;
  }
  if (head && head.length > 0) yield head;
  return undefined;
}

/** The number of bytes at the end that begin an incomplete UTF-8 character. */
function openCharacter(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const whole = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length < whole ? length : 0;
  }
  return 0;
}
