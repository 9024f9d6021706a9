import { watch, type FSWatcher } from 'chokidar';
import { mkdirSync } from 'node:fs';
import type { Log } from '../../kernel';
import { pruneCopies } from './registry/prune';
import type { ModelPaths, PrepareOptions } from './registry/prepare';
import type { ModelRegistry } from './registry/registry';
import { scanModels, scanPrepared } from './scan-models';

export interface ModelWatcherOptions extends Pick<PrepareOptions, 'onProgress' | 'onProblem'> {
  paths: ModelPaths;
  /** See `ScanOptions`. */
  trialPath: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/** A file is taken for written when its size has not changed for so long. */
const SETTLED_MS = 400;
/** Changes that come together are taken together. */
const DEBOUNCE_MS = 200;

/** The models on hand, kept up with the users' folder: what is added, changed or removed there is so for all calls. */
export class ModelWatcher {
  private watcher: FSWatcher | undefined;
  private reloadTimer: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();
  /** The look through the folders that has not begun yet. */
  private next: Promise<void> | undefined;
  private listeners: ((registry: ModelRegistry) => Promise<void>)[] = [];
  private reported = new Set<string>();

  private constructor(
    private readonly options: ModelWatcherOptions,
    private registry: ModelRegistry,
  ) {
    this.reportBroken();
  }

  /** Converts the models first that are not converted yet. */
  static async open(options: ModelWatcherOptions): Promise<ModelWatcher> {
    const watcher = new ModelWatcher(options, await scanPrepared(options.paths, options));
    await watcher.prune();
    return watcher;
  }

  get current(): ModelRegistry {
    return this.registry;
  }

  /** Called for every change, and awaited before the next one. */
  onChange(listener: (registry: ModelRegistry) => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Watches the users' folder, which it makes if there is none. */
  watch(): void {
    const { ownModelsDir } = this.options.paths;
    if (ownModelsDir === undefined || this.watcher) return;
    mkdirSync(ownModelsDir, { recursive: true });
    this.watcher = watch(ownModelsDir, {
      ignoreInitial: true,
      // Those of a project are two folders further down.
      depth: 4,
      ignored: /\.(part|tmp)$|\/\.pulling/,
      awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: 100 },
    });
    this.watcher.on('all', () => {
      clearTimeout(this.reloadTimer);
      this.reloadTimer = setTimeout(() => void this.reload(), DEBOUNCE_MS);
    });
    this.watcher.on('error', (error) => this.options.log.warn({ err: error }, 'the folder of models is not watched'));
  }

  /** Looks through the folders now; settled when every listener has followed. */
  reload(): Promise<void> {
    // One that has not begun yet sees what everybody sees who asks for it.
    this.next ??= this.work
      .then(() => {
        this.next = undefined;
        return this.reloadOnce();
      })
      .catch((error: unknown) => this.options.log.error({ err: error }, 'models'));
    this.work = this.next;
    return this.work;
  }

  async close(): Promise<void> {
    clearTimeout(this.reloadTimer);
    await this.watcher?.close();
    await this.work;
  }

  private async reloadOnce(): Promise<void> {
    const before = this.registry;
    this.registry = await scanModels(this.options.paths, { ...this.options, before });
    this.reportBroken();
    const revisions = ({ models, defaults }: ModelRegistry) =>
      [...models.map(({ name, revision }) => `${name} ${revision}`), ...Object.entries(defaults).map((pair) => pair.join('='))]
        .sort()
        .join();
    if (revisions(before) === revisions(this.registry)) return;
    for (const listener of this.listeners) await listener(this.registry);
    await this.prune();
    this.options.log.info({ models: changed(before, this.registry) }, 'models changed');
  }

  private async prune(): Promise<void> {
    const { paths, log } = this.options;
    await pruneCopies(paths.dataDir, this.registry).catch((error: unknown) =>
      log.warn({ err: error }, 'Copies of models that nobody uses any more could not be removed.'),
    );
  }

  /** Each reason once. */
  private reportBroken(): void {
    const reasons = this.registry.broken.map(({ reason }) => reason);
    for (const problem of reasons.filter((reason) => !this.reported.has(reason)))
      this.options.log.warn({ problem }, 'A model cannot be used; where it worked before, it stays as it was.');
    this.reported = new Set(reasons);
  }
}

function changed(before: ModelRegistry, now: ModelRegistry): Record<'added' | 'changed' | 'removed', string[]> {
  const was = new Map(before.models.map(({ name, revision }) => [name, revision]));
  const is = new Map(now.models.map(({ name, revision }) => [name, revision]));
  return {
    added: [...is.keys()].filter((name) => !was.has(name)),
    changed: [...is.keys()].filter((name) => was.has(name) && was.get(name) !== is.get(name)),
    removed: [...was.keys()].filter((name) => !is.has(name)),
  };
}
