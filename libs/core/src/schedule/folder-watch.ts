import { type FSWatcher, watch } from 'chokidar';
import { statSync, type Stats } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import type { Store } from '../store';
import { addTick } from './ledger';
import type { Trigger } from './sync';

export interface FolderWatchOptions {
  store: Store;
  roots: readonly string[];
  now: () => Promise<number>;
  onTick: () => void;
  onError: (error: unknown) => void;
}

const POLL_MS = 100;

/** Makes a tick of each file that comes to rest in a folder: once, whoever sees it and however often Percept starts. */
export class FolderWatch {
  private readonly watcher: FSWatcher;

  constructor(
    private readonly trigger: Trigger,
    private readonly options: FolderWatchOptions,
  ) {
    const { folder, pattern, settleMs } = trigger.spec.watch!;
    const fits = picomatch(pattern, { basename: !pattern.includes('/') });
    const place = watchedFolder(folder, options.roots);
    this.watcher = watch(place, {
      awaitWriteFinish: { stabilityThreshold: settleMs, pollInterval: Math.min(POLL_MS, settleMs) },
      ignored: (path) => basename(path).startsWith('.') && path !== place,
      followSymlinks: false,
      persistent: false,
      alwaysStat: true,
    });
    this.watcher.on('error', options.onError);
    this.watcher.on('add', (path, stats) => {
      if (fits(path.slice(place.length + 1))) void this.note(path, stats).catch(options.onError);
    });
  }

  close(): Promise<void> {
    return this.watcher.close();
  }

  private async note(path: string, stats: Stats = statSync(path)): Promise<void> {
    const at = await this.options.now();
    const { row, spec } = this.trigger;
    // The same name with other content is another file.
    const ref = `${path} ${stats.size} ${Math.round(stats.mtimeMs)}`;
    const inputs = { [spec.input!]: path };
    await this.options.store.transaction((tx) =>
      addTick(tx, { schedule_id: row.id, ref, at, fire_at: at, state: 'due', inputs }),
    );
    this.options.onTick();
  }
}

/** Relative folders are of the first data root. */
function watchedFolder(folder: string, roots: readonly string[]): string {
  return isAbsolute(folder) ? folder : resolve(join(roots[0] ?? '.', folder));
}
