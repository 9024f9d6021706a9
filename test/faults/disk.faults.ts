import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, sql } from '../../libs/core/src';

const folder = mkdtempSync(join(tmpdir(), 'percept-full-'));

/** Only root may mount; elsewhere the test says so. */
const mounted = ((): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

afterAll(() => {
  if (mounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
});

class Notes1700000000009 {
  async up(runner: { query(text: string): Promise<unknown> }) {
    await runner.query('CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)');
  }
  async down() {}
}

(mounted ? test : test.skip)(
  'a full disk (needs root for a small tmpfs) keeps what was committed, and room lets it go on',
  async () => {
    const filler = join(folder, 'filler');
    writeFileSync(filler, Buffer.alloc(1_000_000));
    const store = await openStore({ file: join(folder, 'percept.db'), entities: [], migrations: [Notes1700000000009] });
    const kept: number[] = [];
    const add = async (id: number): Promise<void> => {
      await store.transaction((tx) => sql(tx.manager, 'INSERT INTO notes (id, text) VALUES (?, ?)', [id, 'x'.repeat(20_000)]));
      kept.push(id);
    };
    const inTable = async () => (await sql<{ id: number }>(store.reader, 'SELECT id FROM notes ORDER BY id')).map(({ id }) => id);
    const refused: string[] = [];
    for (let round = 0; round < 60; round++) {
      const ends = await Promise.allSettled([1, 2, 3, 4].map((n) => add(4 * round + n)));
      refused.push(...ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : [])));
    }
    expect(refused[0]).toMatch(/full|disk I\/O/i);
    expect(await inTable()).toEqual(kept.sort((a, b) => a - b));
    rmSync(filler);
    await add(1_000);
    expect(await inTable()).toEqual(kept);
    process.stdout.write(`disk full: ${refused.length} refused, ${kept.length} kept, lost 0, done twice 0\n`);
    await store.close();
  },
);
