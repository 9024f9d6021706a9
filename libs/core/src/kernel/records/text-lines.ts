import { isTooDeep, parseJson, TOO_DEEP } from '..';
import { MAX_RECORD_BYTES, UnreadableFile, type FileBytes, type TextRecord } from './record';
import { Utf8Stream } from './utf8-stream';

const NEWLINE = 0x0a;

/** The lines of a text file that are not empty. @throws UnreadableFile if one is too long. */
export async function* textLines(bytes: FileBytes, encoding?: string): AsyncGenerator<TextRecord<string>> {
  const text = new Utf8Stream(bytes, encoding);
  let rest: Buffer = Buffer.alloc(0);
  let [line, offset] = [0, 0];
  const record = (content: Buffer): TextRecord<string> | undefined => {
    offset += content.length + 1;
    line++;
    const reason = text.faultBefore(offset);
    const value = content.toString('utf8').replace(/\r$/, '');
    if (reason !== undefined) return { line, reason };
    return value.trim() === '' ? undefined : { line, value };
  };
  for await (const chunk of text) {
    const content = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let end = content.indexOf(NEWLINE); end >= 0; end = content.indexOf(NEWLINE, from)) {
      const found = record(content.subarray(from, end));
      from = end + 1;
      if (found) yield found;
    }
    rest = content.subarray(from);
    if (rest.length > MAX_RECORD_BYTES) throw new UnreadableFile(`line ${line + 1} is longer than 1 MB`);
  }
  const last = record(rest);
  if (last) yield last;
}

/** The values of a file with a JSON value on each line. Empty lines are left out. @throws UnreadableFile if one is too long. */
export async function* jsonRecords(bytes: FileBytes, encoding?: string): AsyncGenerator<TextRecord<unknown>> {
  for await (const { line, value, reason } of textLines(bytes, encoding)) {
    yield value === undefined ? { line, reason } : { line, ...parsed(value) };
  }
}

function parsed(text: string): Pick<TextRecord<unknown>, 'value' | 'reason'> {
  if (isTooDeep(text)) return { reason: `it ${TOO_DEEP}` };
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return { reason: `it is not JSON: ${(error as Error).message}` };
  }
}
