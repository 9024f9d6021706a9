import { watch, type FSWatcher } from 'chokidar';
import { mkdirSync } from 'node:fs';
import type { Log } from '../../kernel';
import { pruneCopies } from './registry/prune';
import type { ModelPaths } from './registry/prepare';
import type { ModelRegistry } from './registry/registry';
import { scanModels } from './scan-models';

export interface ModelWatcherOptions {
  places: ModelPaths;
  /** See `TakeOptions`. */
  trialPath: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/** A file is taken for written when its size has not changed for so long. */
const SETTLED_MS = 400;
/** Changes that come together are taken together. */
const GATHER_MS = 200;

/** The models on hand, kept up with the users' folder: what is added, changed or removed there is so for all calls. */
export class ModelWatcher {
  private watcher: FSWatcher | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();
  private listeners: ((stock: ModelRegistry) => Promise<void>)[] = [];
  private told = new Set<string>();

  private constructor(
    private readonly options: ModelWatcherOptions,
    private stock: ModelRegistry,
  ) {
    this.tellBroken();
  }

  static async open(options: ModelWatcherOptions): Promise<ModelWatcher> {
    const live = new ModelWatcher(options, await scanModels(options.places, options));
    await live.prune();
    return live;
  }

  get current(): ModelRegistry {
    return this.stock;
  }

  /** Hears of every change, and is waited for before the next one. */
  onChange(listener: (stock: ModelRegistry) => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Watches the users' folder, which it makes where there is none. */
  watch(): void {
    const { ownModelsDir } = this.options.places;
    if (ownModelsDir === undefined || this.watcher) return;
    mkdirSync(ownModelsDir, { recursive: true });
    this.watcher = watch(ownModelsDir, {
      ignoreInitial: true,
      depth: 2,
      ignored: /\.(part|tmp)$|\/\.pulling/,
      awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: 100 },
    });
    this.watcher.on('all', () => {
      clearTimeout(this.gathering);
      this.gathering = setTimeout(() => void this.reload(), GATHER_MS);
    });
    this.watcher.on('error', (error) => this.options.log.warn({ err: error }, 'the folder of models is not watched'));
  }

  /** Looks through the folders now; settled when every listener has followed. */
  reload(): Promise<void> {
    this.work = this.work.then(() => this.takeOnce()).catch((error: unknown) => this.options.log.error({ err: error }, 'models'));
    return this.work;
  }

  async close(): Promise<void> {
    clearTimeout(this.gathering);
    await this.watcher?.close();
    await this.work;
  }

  private async takeOnce(): Promise<void> {
    const before = this.stock;
    this.stock = await scanModels(this.options.places, { ...this.options, before });
    this.tellBroken();
    const revisions = (stock: ModelRegistry) =>
      stock.models
        .map(({ name, revision }) => `${name} ${revision}`)
        .sort()
        .join();
    if (revisions(before) === revisions(this.stock)) return;
    for (const listener of this.listeners) await listener(this.stock);
    await this.prune();
    this.options.log.info({ models: changed(before, this.stock) }, 'models changed');
  }

  private async prune(): Promise<void> {
    const { places, log } = this.options;
    await pruneCopies(places.dataDir, this.stock).catch((error: unknown) =>
      log.warn({ err: error }, 'Copies of models that nobody uses any more could not be removed.'),
    );
  }

  /** Each reason once. */
  private tellBroken(): void {
    const reasons = this.stock.broken.map(({ reason }) => reason);
    for (const problem of reasons.filter((reason) => !this.told.has(reason)))
      this.options.log.warn({ problem }, 'A model cannot be used; where it worked before, it stays as it was.');
    this.told = new Set(reasons);
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
