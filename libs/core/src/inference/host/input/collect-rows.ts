import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { collectGarbage, PerceptError, toJson } from '../../../kernel';
import type { CapabilityDefinition } from '../../declaration';
import { rowsFields, type Row, type RowStream } from '../../declaration';
import { nestedClass, toJsonSchema } from '../../../kernel/schema';
import type { RowFiles } from '../host';
import { checkRow } from './check';

/** The maximum number of rows returned as a list; more rows go into a file if the call names one. */
const MAX_IN_LIST = 10_000;
/** The maximum number of rows without a file. */
const MAX_IN_ANSWER = 100_000;
/** Characters of JSON per write. */
const TOGETHER = 1024 * 1024;

/** The path prefix for files of rows, and the JSON characters from which rows go into a file. */
interface RowPlace {
  rowsTo?: string;
  listCharacters?: number;
}

/**
 * Walks the rows of a handler's answer: few become a list in the output, many a file below `rowsTo`.
 * @throws PerceptError PAYLOAD_TOO_LARGE if there are too many for an answer.
 */
export async function collectRows(
  capability: Pick<CapabilityDefinition, 'id' | 'output'>,
  output: unknown,
  { rowsTo, listCharacters = Infinity }: RowPlace,
): Promise<{ output: unknown; rowFiles?: RowFiles }> {
  const fields = rowsFields(toJsonSchema(capability.output));
  if (fields.length === 0 || typeof output !== 'object' || output === null) return { output };
  const [lists, rowFiles]: [Record<string, unknown>, RowFiles] = [{}, {}];
  const most = rowsTo === undefined ? { rows: MAX_IN_ANSWER } : { rows: MAX_IN_LIST, characters: listCharacters };
  for (const field of fields) {
    const rows = (output as Record<string, unknown>)[field];
    if (typeof rows !== 'object' || rows === null) continue;
    const stream = checked(capability, field, rows as RowStream);
    const { list, more } = await firstRows(stream, most);
    lists[field] = list;
    if (!more) continue;
    if (rowsTo === undefined) {
      await stream.return(undefined);
      const reason = `the answer has more than ${MAX_IN_ANSWER} rows: run it in a pipeline, which writes them to a file.`;
      throw new PerceptError('PAYLOAD_TOO_LARGE', `Too many rows: ${reason}`, { details: { field, reason } });
    }
    rowFiles[field] = await writeRows(`${rowsTo}.${field}.jsonl`, list.splice(0), more);
  }
  // The counts of a streaming handler are complete only now.
  return { output: { ...output, ...lists }, rowFiles };
}

/** `more` begins with the first row that did not fit; undefined if all did. */
async function firstRows(
  rows: AsyncGenerator<Row>,
  { rows: most, characters = Infinity }: { rows: number; characters?: number },
): Promise<{ list: Row[]; more?: AsyncIterable<Row> }> {
  const list: Row[] = [];
  for (let left = characters; ;) {
    const next = await rows.next();
    if (next.done) return { list };
    if (left !== Infinity) left -= toJson(next.value).length;
    if (list.length === most || left < 0) return { list, more: following(next.value, rows) };
    list.push(next.value);
  }
}

async function* following(first: Row, rest: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield first;
  yield* rest;
}

/** Yields the rows, and checks each against its class, if there is one. */
async function* checked(
  capability: Pick<CapabilityDefinition, 'id' | 'output'>,
  field: string,
  rows: RowStream,
): AsyncGenerator<Row> {
  const of = nestedClass(capability.output, field);
  let index = 0;
  for await (const row of rows) {
    if (of) checkRow(capability, of, { row, place: `${field}[${index++}]` });
    yield row;
  }
}

async function writeRows(path: string, first: Row[], rest: AsyncIterable<Row>): Promise<RowFiles[string]> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  let [rows, waiting] = [0, ''];
  const add = async (row: Row): Promise<void> => {
    rows++;
    waiting += `${toJson(row)}\n`;
    if (waiting.length >= TOGETHER) await write();
  };
  const write = async (): Promise<void> => {
    await file.appendFile(waiting);
    waiting = '';
    // Without a forced collection, the heap grows to several times its live size.
    collectGarbage();
  };
  try {
    // Written rows are removed from memory.
    for (let row = first.shift(); row; row = first.shift()) await add(row);
    for await (const row of rest) await add(row);
    await write();
    await rename(unfinished, path);
    return { path, rows };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
