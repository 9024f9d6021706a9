import { type FSWatcher, watch } from 'chokidar';
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PerceptError } from '../../kernel';
import { globMatcher } from '../../pipelines/language/syntax';
import { AllowedPaths } from '../../kernel';
import type { Store } from '../../durable/database';
import { addTick } from '../tick-history';
import type { Trigger } from '../sync';

export interface FolderWatchOptions {
  store: Store;
  roots: readonly string[];
  now: () => Promise<number>;
  onError: (error: unknown) => void;
}

/** Makes a tick of each file that comes to rest in a folder: once, whoever sees it and however often Percept starts. */
export class FolderWatch {
  private readonly watcher: FSWatcher;
  private readonly settling = new Set<string>();
  private readonly ending = new AbortController();

  constructor(
    private readonly trigger: Trigger,
    private readonly options: FolderWatchOptions,
  ) {
    const { folder, pattern } = trigger.spec.watch!;
    const matches = globMatcher(pattern);
    const fits = (path: string): boolean => matches(pattern.includes('/') ? path : basename(path));
    const place = watchedFolder(folder, options.roots);
    this.watcher = watch(place, {
      ignored: (path) => basename(path).startsWith('.') && path !== place,
      followSymlinks: false,
      persistent: false,
    });
    this.watcher.on('error', options.onError);
    const note = (path: string): void => {
      if (fits(path.slice(place.length + 1))) void this.note(path).catch((error: unknown) => this.complain(error));
    };
    this.watcher.on('add', note).on('change', note);
  }

  close(): Promise<void> {
    this.ending.abort();
    return this.watcher.close();
  }

  private async note(path: string): Promise<void> {
    if (this.settling.has(path)) return;
    this.settling.add(path);
    const stats = await this.rest(path).finally(() => this.settling.delete(path));
    const at = await this.options.now();
    const { row, spec } = this.trigger;
    const ref = refOf(path, stats);
    const inputs = { [spec.input!]: path };
    await this.options.store.transaction((tx) =>
      addTick(tx, { schedule_id: row.id, ref, at, fire_at: at, state: 'due', inputs }),
    );
  }

  /** chokidar's own waiting leaves out the files that it finds at the start, which may be half written too. */
  private async rest(path: string): Promise<Stats> {
    for (let before = await stat(path); ;) {
      await sleep(this.trigger.spec.watch!.settleMs, undefined, { signal: this.ending.signal });
      const after = await stat(path);
      if (after.size === before.size && after.mtimeMs === before.mtimeMs) return after;
      before = after;
    }
  }

  private complain(error: unknown): void {
    // A file that went away again is none.
    if (!this.ending.signal.aborted && (error as NodeJS.ErrnoException).code !== 'ENOENT') this.options.onError(error);
  }
}

/** What tells files apart: the same name with other content is another file. */
export function refOf(path: string, { size, mtimeMs }: Stats): string {
  return `${path} ${size} ${Math.round(mtimeMs)}`;
}

/** Why a folder may not be watched; undefined where it may, or is not there yet. */
export async function whyNotWatched(folder: string, roots: readonly string[]): Promise<string | undefined> {
  const places = await AllowedPaths.of({ base: '.', roots });
  return places.resolve(watchedFolder(folder, roots)).then(
    () => undefined,
    (error: unknown) => (error instanceof PerceptError && error.code === 'FORBIDDEN' ? error.message : undefined),
  );
}

/** Relative folders are of the first data root. */
function watchedFolder(folder: string, roots: readonly string[]): string {
  return isAbsolute(folder) ? folder : resolve(join(roots[0] ?? '.', folder));
}
