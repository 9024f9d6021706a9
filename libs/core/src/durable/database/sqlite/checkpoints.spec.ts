import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passed } from '../../../../../../test/harness/transitions';
import { waitFor } from '../../../../../../test/harness/wait-for';
import { Checkpoints, COPIER_TRANSITIONS } from './checkpoints';
import { openSqliteFile } from './sqlite';

/** Transaction time after which the log is copied. */
const MUCH_MS = 1_000;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'percept-checkpoints-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function written() {
  const file = join(folder, 'a.db');
  const database = openSqliteFile(file);
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE things (n INTEGER); INSERT INTO things VALUES (1)');
  return { file, database };
}

test('a copier goes from state to state as its table says, and every transition of the table happens', async () => {
  const { seen, all } = passed(Checkpoints.prototype, COPIER_TRANSITIONS);
  const { file, database } = written();
  await new Checkpoints(file).close();
  const works = new Checkpoints(file);
  works.committed(MUCH_MS);
  await waitFor(() => seen().includes('copying → idle'));
  await works.close();
  await works.close();
  const closes = new Checkpoints(file);
  closes.committed(MUCH_MS);
  await closes.close();
  // A thread that cannot open its file ends, and its callers go on.
  await new Checkpoints(join(folder, 'missing.db')).empty();
  const fails = new Checkpoints(join(folder, 'missing.db'));
  fails.committed(MUCH_MS);
  await fails.empty();
  await fails.close();
  database.close();
  expect(seen()).toEqual(all);
});

test('an emptied log has no byte left, and what it held is in the database', async () => {
  const { file, database } = written();
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  const copier = new Checkpoints(file);
  await Promise.all([copier.empty(), copier.empty()]);
  expect(statSync(`${file}-wal`).size).toBe(0);
  expect(database.prepare('SELECT n FROM things').all()).toEqual([{ n: 1 }]);
  await copier.close();
  database.close();
});
