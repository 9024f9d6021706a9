import type { CallResult, Store } from '@percept/core';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { showAnalysis } from './analysis-responses';
import type { AnalysisEntity } from './analysis.entity';
import { deleteAnalysisRows, findAnalysisRows, saveAnalysisRows } from './analysis.repository';

type RowFiles = NonNullable<CallResult['rowFiles']>;

/** Characters of JSON in one database row. */
const TOGETHER = 512 * 1024;
/** The placeholder of a field's rows in the JSON of an analysis. No text of a result contains these characters unescaped. */
const placeFor = (field: string): string => `\u0000rows of ${field}`;

/**
 * Moves the long lists of a result from their files into the database, some rows at a time.
 * @returns the number of rows of each list.
 */
export async function keepRows(store: Store, id: string, files: RowFiles): Promise<Record<string, number>> {
  // An interrupted attempt may have left rows.
  await store.transaction(({ manager }) => deleteAnalysisRows(manager, [id]));
  for (const [field, { path }] of Object.entries(files)) {
    let [part, json] = [0, ''];
    const write = async (): Promise<void> => {
      const rows = { analysis_id: id, field, part: part++, json };
      json = '';
      await store.transaction(({ manager }) => saveAnalysisRows(manager, rows));
    };
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      json += json === '' ? line : `,${line}`;
      if (json.length >= TOGETHER) await write();
    }
    if (json !== '') await write();
    await rm(path, { force: true });
  }
  return Object.fromEntries(Object.entries(files).map(([field, { rows }]) => [field, rows]));
}

/** The JSON of an analysis whose long lists are read while it is sent. */
export function streamAnalysis(store: Store, row: AnalysisEntity): Readable {
  return Readable.from(jsonOf(store, row));
}

async function* jsonOf(store: Store, row: AnalysisEntity): AsyncGenerator<string> {
  const fields = Object.keys(row.row_counts ?? {});
  const places = Object.fromEntries(fields.map((field) => [field, placeFor(field)]));
  let left = JSON.stringify(showAnalysis({ ...row, row_counts: null, result: { ...row.result, ...places } }));
  for (const field of Object.keys(row.result ?? {}).filter((name) => fields.includes(name))) {
    const place = JSON.stringify(placeFor(field));
    const at = left.indexOf(place);
    yield `${left.slice(0, at)}[`;
    yield* rowsOf(store, row.id, field);
    yield ']';
    left = left.slice(at + place.length);
  }
  yield left;
}

async function* rowsOf(store: Store, analysis_id: string, field: string): AsyncGenerator<string> {
  for (let part = 0; ; part++) {
    const json = await findAnalysisRows(store.reader, { analysis_id, field, part });
    if (json === undefined) return;
    yield part === 0 ? json : `,${json}`;
  }
}
