import { globMatcher, type StartedTrigger, type TriggerContext } from '@percept/sdk/pipelines';
import { type FSWatcher, watch } from 'chokidar';
import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface WatchedFolder {
  /** The folder, as an absolute path. */
  path: string;
  pattern: string;
  /** How long a file must stay unchanged. */
  settleMs: number;
  /** How often to look. Absent: the system reports changes, but only those of this machine. */
  pollMs?: number;
}

/** Fires for each file of a folder once it no longer changes. */
export class FolderWatch implements StartedTrigger {
  private readonly watcher: FSWatcher;
  private readonly settling = new Set<string>();
  private readonly closing = new AbortController();

  constructor(
    private readonly folder: WatchedFolder,
    private readonly context: TriggerContext,
  ) {
    const { path: root, pattern, pollMs } = folder;
    const matches = globMatcher(pattern);
    const fits = (path: string): boolean => matches(pattern.includes('/') ? path : basename(path));
    this.watcher = watch(root, {
      ignored: (path) => basename(path).startsWith('.') && path !== root,
      followSymlinks: false,
      persistent: false,
      ...(pollMs !== undefined && { usePolling: true, interval: pollMs, binaryInterval: pollMs }),
    });
    this.watcher.on('error', (error) => context.report(error));
    const onFile = (path: string): void => {
      if (fits(path.slice(root.length + 1))) void this.take(path).catch((error: unknown) => this.report(error));
    };
    this.watcher.on('add', onFile).on('change', onFile);
  }

  close(): Promise<void> {
    this.closing.abort();
    return this.watcher.close();
  }

  private async take(path: string): Promise<void> {
    if (this.settling.has(path)) return;
    this.settling.add(path);
    const stats = await this.settle(path).finally(() => this.settling.delete(path));
    // Folders of other projects may lie inside.
    if (!this.context.paths.contains(await realpath(path))) return;
    await this.context.fire({ ref: refOfFile(path, stats), value: path });
  }

  /**
   * Waits until a file is complete. Chokidar's own wait skips the files that it finds at the start, which may be incomplete too.
   */
  private async settle(path: string): Promise<Stats> {
    for (let before = await stat(path); ;) {
      await sleep(this.folder.settleMs, undefined, { signal: this.closing.signal });
      const after = await stat(path);
      if (after.size === before.size && after.mtimeMs === before.mtimeMs) return after;
      before = after;
    }
  }

  private report(error: unknown): void {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!this.closing.signal.aborted && !isGone) this.context.report(error);
  }
}

/** Identifies a file. The same path with another size or time is another file. */
export function refOfFile(path: string, { size, mtimeMs }: Stats): string {
  return `${path} ${size} ${Math.round(mtimeMs)}`;
}
