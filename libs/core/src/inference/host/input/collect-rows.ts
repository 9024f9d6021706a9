import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PerceptError, toJson } from '../../../kernel';
import type { CapabilityDefinition } from '../../../sdk/declaration';
import { rowsFields, type Row, type RowStream } from '../../../sdk/declaration';
import { toJsonSchema } from '../../../sdk/declaration';

/** The maximum number of rows returned as a list; more rows go into a file if the call names one. */
const MAX_IN_LIST = 10_000;
/** The maximum number of rows without a file. */
const MAX_IN_ANSWER = 100_000;
/** Rows written together. */
const TOGETHER = 500;

/** Files of rows by the property that they belong to. */
export type RowFiles = Record<string, { path: string; rows: number }>;

/**
 * Walks the rows that a handler answered with: few become a list in the output, many a file below `place`.
 * @throws PerceptError PAYLOAD_TOO_LARGE if there are too many for an answer.
 */
export async function collectRows(
  capability: Pick<CapabilityDefinition, 'output'>,
  output: unknown,
  place: string | undefined,
): Promise<{ output: unknown; rowFiles?: RowFiles }> {
  const fields = rowsFields(toJsonSchema(capability.output));
  if (fields.length === 0 || typeof output !== 'object' || output === null) return { output };
  const [lists, rowFiles]: [Record<string, unknown>, RowFiles] = [{}, {}];
  for (const field of fields) {
    const rows = (output as Record<string, unknown>)[field];
    if (typeof rows !== 'object' || rows === null) continue;
    const stream = iterate(rows as RowStream);
    const { list, more } = await firstRows(stream, place === undefined ? MAX_IN_ANSWER : MAX_IN_LIST);
    lists[field] = list;
    if (!more) continue;
    if (place === undefined) {
      await stream.return(undefined);
      const reason = `the answer has more than ${MAX_IN_ANSWER} rows: run it in a pipeline, which writes them to a file.`;
      throw new PerceptError('PAYLOAD_TOO_LARGE', `Too many rows: ${reason}`, { details: { field, reason } });
    }
    rowFiles[field] = await writeRows(`${place}.${field}.jsonl`, list.splice(0), more);
  }
  // Counts of a handler that streams are complete only now.
  return { output: { ...output, ...lists }, rowFiles };
}

/** `more` begins with the first row that did not fit; undefined if all did. */
async function firstRows(rows: AsyncGenerator<Row>, most: number): Promise<{ list: Row[]; more?: AsyncIterable<Row> }> {
  const list: Row[] = [];
  for (;;) {
    const next = await rows.next();
    if (next.done) return { list };
    if (list.length === most) return { list, more: following(next.value, rows) };
    list.push(next.value);
  }
}

async function* following(first: Row, rest: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield first;
  yield* rest;
}

async function* iterate(rows: RowStream): AsyncGenerator<Row> {
  yield* rows;
}

async function writeRows(path: string, first: Row[], rest: AsyncIterable<Row>): Promise<RowFiles[string]> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  let rows = 0;
  let waiting = first;
  const write = async (): Promise<void> => {
    await file.appendFile(waiting.map((row) => `${toJson(row)}\n`).join(''));
    rows += waiting.length;
    waiting = [];
  };
  try {
    for await (const row of rest) if (waiting.push(row) >= TOGETHER) await write();
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
