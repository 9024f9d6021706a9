import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Store } from '../store';
import { RunItemRow } from './run-item.entity';

const PAGE = 500;

/** The rows of a block in the order of its items, a page at a time. */
export async function* blockRows(store: Store, run: string, step: string): AsyncGenerator<unknown[]> {
  let after: string | undefined;
  for (;;) {
    const query = store.reader
      .createQueryBuilder(RunItemRow, 'item')
      .select(['item.run_id', 'item.step', 'item.sort', 'item.row'])
      .where("item.run_id = :run AND item.step = :step AND item.state = 'succeeded'", { run, step });
    if (after !== undefined) query.andWhere('item.sort > :after', { after });
    const page = await query.orderBy('item.sort').limit(PAGE).getMany();
    if (page.length > 0) yield page.map(({ row }) => row);
    if (page.length < PAGE) return;
    after = page[page.length - 1]!.sort;
  }
}

/** Writes rows as a line of JSON each. The file appears whole or not at all. @returns how many. */
export async function writeJsonLines(path: string, pages: AsyncIterable<unknown[]> | Iterable<unknown[]>): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(unfinished, 'wx');
    const rows = await writePages(file, pages).finally(() => file.close());
    await rename(unfinished, path);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writePages(file: FileHandle, pages: AsyncIterable<unknown[]> | Iterable<unknown[]>): Promise<number> {
  let rows = 0;
  for await (const page of pages) {
    await file.appendFile(page.map((row) => `${JSON.stringify(row)}\n`).join(''));
    rows += page.length;
  }
  await file.sync();
  return rows;
}
