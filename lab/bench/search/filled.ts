import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from 'pg';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite';
import { allVectors, DIMENSIONS } from './vectors';

/** Entries of a transaction. */
const STEP = 2_000;

interface Row {
  id: string;
  label: string;
  text: string;
  vector: string;
  revision: number;
}

/** The rows of a collection of that size, step by step. */
function* stepsOf(size: number): Generator<Row[]> {
  const vectors = allVectors(size);
  for (let from = 0; from < size; from += STEP)
    yield Array.from({ length: Math.min(STEP, size - from) }, (_, index) => {
      const number = from + index;
      const vector = Buffer.from(vectors.buffer, number * DIMENSIONS * 4, DIMENSIONS * 4).toString('base64');
      return { id: `ent_${size}_${number}`, label: `topic-${number % 20}`, text: `text ${number}`, vector, revision: number + 1 };
    });
}

const COLUMNS =
  '(id, project_id, collection_id, label, text, metadata, has_picture, vector, picture, revision, created_at, expires_at)';
const filled = (id: string, size: number): string =>
  `UPDATE collections SET model_name = 'bench', model_version = '1', dimensions = ${DIMENSIONS}, entries = ${size}, revision = ${size} WHERE id = '${id}'`;

/** Writes the entries of an empty collection into the file of a service that runs: an import would take longer than the measurement. */
export async function fillSqlite(file: string, id: string, size: number): Promise<void> {
  const database = openSqliteFile(file, { timeout: 30_000 });
  const insert = database.prepare(
    `INSERT INTO collection_entries ${COLUMNS}
      SELECT ?, project_id, id, ?, ?, '{}', 0, ?, NULL, ?, 0, NULL FROM collections WHERE id = ?`,
  );
  const add = database.transaction((rows: Row[]) => {
    for (const row of rows) insert.run(row.id, row.label, row.text, row.vector, row.revision, id);
  });
  for (const rows of stepsOf(size)) {
    add(rows);
    // The client notices that the service has closed its connection.
    await nextTurn();
  }
  database.prepare(filled(id, size)).run();
  database.close();
}

/** The same in PostgreSQL. */
export async function fillPostgres(url: string, id: string, size: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const rows of stepsOf(size))
    await client.query(
      `INSERT INTO collection_entries ${COLUMNS}
        SELECT row.id, project_id, collections.id, label, text, '{}', false, vector, NULL, row.revision, 0, NULL
        FROM collections, unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) AS row (id, label, text, vector, revision)
        WHERE collections.id = $1`,
      [id, ...(['id', 'label', 'text', 'vector', 'revision'] as const).map((column) => rows.map((row) => row[column]))],
    );
  await client.query(filled(id, size));
  await client.query('ANALYZE collection_entries');
  await client.end();
}
