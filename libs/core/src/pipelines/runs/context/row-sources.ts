import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { toJson } from '../../../kernel';
import { readRowFile } from '../../../inference/declaration';
import type { Store } from '../../../durable/database';
import { isS3Url, parseObjectUrl, type ObjectStorage } from '../../../durable/object-storage';
import { ExpressionError } from '../../../expressions';
import { ROW_FILES, type RowsRef } from '../../syntax';
import { writeRows, type RowPages } from '../../outputs';
import { rowPages } from '../entities/item.repository';

/** More rows than this are streamed from step to step, and expressions cannot access them. */
export const MAX_IN_MEMORY = 10_000;
const PAGE = 500;
/** The files that pass rows on have a row on each line, as `readRowFile` reads them. */
const ROW_LINES = {
  async *encode(rows: RowPages) {
    for await (const page of rows()) yield Buffer.from(page.map((row) => `${toJson(row)}\n`).join(''));
  },
};

/** A reference in the stored result of a step to rows in a file, because there are many. */
export interface RowsOnDisk {
  rows_file: string;
  rows: number;
}

function areOnDisk(value: unknown): value is RowsOnDisk {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'rows_file');
}

/** A stored result as expressions see it. Accessing rows on disk gives an error that says what to do instead. */
export function asSeen(step: string, result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result;
  const files = Object.entries(result).filter((entry): entry is [string, RowsOnDisk] => areOnDisk(entry[1]));
  if (files.length === 0) return result;
  const seen: Record<PropertyKey, unknown> = { ...result };
  for (const [field] of files) hideRows(seen, step, field);
  seen[ROW_FILES] = Object.fromEntries(files.map(([field, { rows_file }]) => [field, rows_file]));
  return seen;
}

/** Makes reading that property an error. */
export function hideRows(outcome: object, step: string, field: string): void {
  const get = (): never => {
    throw tooMany({ step, field });
  };
  Object.defineProperty(outcome, field, { get, enumerable: true, configurable: true });
}

/** The rows of a run's ended steps. The rows of blocks are in the database, those of calls in a file. */
export class RowSources {
  private readonly written = new Map<string, Promise<string>>();
  /** The name of a folder that nobody else writes to or removes. */
  private readonly name = randomUUID();

  constructor(
    private readonly store: Store,
    private readonly run: { id: string; folder: string; turn: () => Promise<void> | undefined },
    private readonly storage: ObjectStorage,
  ) {}

  pages({ step, file }: RowsRef): RowPages {
    const { id: run_id, turn } = this.run;
    return file === undefined ? () => rowPages(this.store.reader, { run_id, step }, turn) : () => this.ofFile(file);
  }

  /** @throws ExpressionError if the rows do not fit into memory. */
  async list(ref: RowsRef): Promise<unknown[]> {
    const rows = await this.few(ref, MAX_IN_MEMORY);
    if (!rows) throw tooMany(ref);
    return rows;
  }

  /** The rows; undefined if there are more than `limit`. */
  async few(ref: RowsRef, limit: number): Promise<unknown[] | undefined> {
    const rows: unknown[] = [];
    for await (const page of this.pages(ref)()) {
      rows.push(...page);
      if (rows.length > limit) return undefined;
    }
    return rows;
  }

  /** The path of a file with a row on each line. */
  file(ref: RowsRef): Promise<string> {
    if (ref.file !== undefined) return this.onDisk(ref.file);
    const { storage } = this;
    return this.once(`${ref.step}.${ref.field}.jsonl`, async (path) => {
      await writeRows({ path, storage }, ROW_LINES, this.pages(ref));
    });
  }

  /** A file on this machine. An object is downloaded once. */
  private onDisk(file: string): Promise<string> {
    if (!isS3Url(file)) return Promise.resolve(file);
    return this.once(posix.basename(file), (path) => this.storage.download(parseObjectUrl(file), path));
  }

  private once(name: string, make: (path: string) => Promise<void>): Promise<string> {
    const folder = join(this.run.folder, 'handed-on', this.name);
    const path = join(folder, name);
    const made = this.written.get(name) ?? mkdir(folder, { recursive: true }).then(() => make(path).then(() => path));
    this.written.set(name, made);
    // Another attempt may succeed.
    made.catch(() => this.written.delete(name));
    return made;
  }

  /** Removes the files that were made here to pass rows on. */
  async close(): Promise<void> {
    if (this.written.size === 0) return;
    await Promise.allSettled(this.written.values());
    await rm(join(this.run.folder, 'handed-on', this.name), { recursive: true, force: true });
  }

  /** The run has ended: also removes the files that other processes have left on this machine. */
  async closeAll(): Promise<void> {
    this.written.clear();
    await rm(join(this.run.folder, 'handed-on'), { recursive: true, force: true });
  }

  private async *ofFile(file: string): AsyncGenerator<unknown[]> {
    let page: unknown[] = [];
    for await (const row of readRowFile(await this.onDisk(file))) {
      await this.run.turn();
      if (page.push(row) < PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }
}

function tooMany({ step, field }: Pick<RowsRef, 'step' | 'field'>): ExpressionError {
  const reason = `'${step}.${field}' has more than ${MAX_IN_MEMORY} rows, too many for an expression: pass them on as a whole, or reduce them with table.aggregate.`;
  return new ExpressionError(reason, 0);
}
