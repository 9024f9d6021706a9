import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel';
import { stateOfFolder } from './folder-state';
import { describeModels, type ModelEntry } from './registry/list';
import { modelsFor } from './registry/project-models';
import { pruneCopies } from './registry/prune';
import type { ModelPaths, PrepareOptions } from './registry/prepare';
import type { ModelRegistry } from './registry/registry';
import { scanModels, scanPrepared } from './scan-models';

interface ModelWatcherOptions extends Pick<PrepareOptions, 'onProgress' | 'onProblem' | 'unused'> {
  paths: ModelPaths;
  /** See `ScanOptions`. */
  trialPath: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/** Milliseconds between two looks at the folder. Files that are the same in both count as completely written. */
const LOOK_MS = 500;
/** The largest share of the time for looking, with very many models or over a slow network. */
const SHARE_OF_LOOKS = 1 / 20;
/** The longest wait after failed attempts to read the models. Each wait is twice as long as the one before. */
const MAX_WAIT_MS = 30_000;

/** The available models, kept up to date with the users' folder: additions, changes and removals apply to all calls. */
export class ModelWatcher {
  private readonly closing = new AbortController();
  private watching: Promise<void> | undefined;
  private work: Promise<void> = Promise.resolve();
  /** The next scan of the folders, if one is due and has not begun. */
  private next: Promise<void> | undefined;
  private readonly listeners: ((registry: ModelRegistry) => Promise<void>)[] = [];

  private constructor(
    private readonly options: ModelWatcherOptions,
    private registry: ModelRegistry,
    /** The state of the users' folder at the last scan of the models; see `stateOfFolder`. */
    private state: string,
  ) {
    this.reportBroken([]);
  }

  /** Converts the models first that are not converted yet. */
  static async open(options: ModelWatcherOptions): Promise<ModelWatcher> {
    const state = await stateOf(options.paths);
    const watcher = new ModelWatcher(options, await scanPrepared(options.paths, options), state);
    await watcher.prune();
    return watcher;
  }

  get current(): ModelRegistry {
    return this.registry;
  }

  /** See `modelsFor`. */
  of(project?: string): ModelRegistry {
    return modelsFor(this.registry, project);
  }

  /** All models that a project has, broken ones too, by name. */
  list(project?: string): ModelEntry[] {
    return describeModels(this.of(project));
  }

  /** Adds a listener that is called for every change, and awaited before the next one. */
  onChange(listener: (registry: ModelRegistry) => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Watches the users' folder, and creates it if it does not exist. */
  watch(): void {
    const { ownModelsDir } = this.options.paths;
    if (ownModelsDir === undefined) return;
    mkdirSync(ownModelsDir, { recursive: true });
    this.watching ??= this.follow();
  }

  /**
   * Compares the folder with its earlier state, again and again. System events miss another machine's writes on a network drive,
   * and sometimes a folder that replaces another.
   */
  private async follow(): Promise<void> {
    const { signal } = this.closing;
    let before = this.state;
    for (let wait = LOOK_MS; !signal.aborted;) {
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
      const later = Math.min(2 * wait, MAX_WAIT_MS);
      const start = performance.now();
      try {
        const now = await stateOf(this.options.paths);
        wait = Math.max(LOOK_MS, (performance.now() - start) / SHARE_OF_LOOKS);
        const known = this.state;
        if (now === before && now !== known && !signal.aborted) {
          await this.reload();
          if (this.state === known) wait = later;
        }
        before = now;
      } catch (error) {
        this.options.log.warn({ err: error }, 'The folder of models cannot be read: models stay as they are.');
        wait = later;
      }
    }
  }

  /** Scans the folders now; settles when every listener has finished. */
  reload(): Promise<void> {
    // A scan that has not begun yet serves everybody who asks for one.
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
    this.closing.abort();
    await this.watching;
    await this.work;
  }

  private async reloadOnce(): Promise<void> {
    const before = this.registry;
    const state = await stateOf(this.options.paths);
    this.registry = await scanModels(this.options.paths, { ...this.options, before });
    this.state = state;
    this.reportBroken(before.broken);
    if (stateIn(before) === stateIn(this.registry)) return;
    for (const listener of this.listeners) await listener(this.registry);
    await this.prune();
    const models = changed(before, this.registry);
    if (Object.values(models).some(({ length }) => length > 0)) this.options.log.info({ models }, 'models changed');
  }

  private async prune(): Promise<void> {
    const { paths, log } = this.options;
    await pruneCopies(paths.dataDir, this.registry).catch((error: unknown) =>
      log.warn({ err: error }, 'Copies of models that nobody uses any more could not be removed.'),
    );
  }

  /** Logs each reason only once. @param before the broken models at the last scan. */
  private reportBroken(before: ModelRegistry['broken']): void {
    const known = new Set(before.map(({ reason }) => reason));
    for (const { reason: problem } of this.registry.broken.filter(({ reason }) => !known.has(reason)))
      this.options.log.warn({ problem }, 'A model cannot be used; where it worked before, it stays as it was.');
  }
}

const stateOf = async ({ ownModelsDir }: ModelPaths): Promise<string> => (ownModelsDir ? stateOfFolder(ownModelsDir) : '');

/** The part of the registry that callers can see. It includes broken models, because a call that names one is told why. */
const stateIn = ({ models, broken, defaults }: ModelRegistry): string =>
  [
    ...models.map(({ name, revision }) => `${name} ${revision}`),
    ...broken.map(({ name, reason }) => `${name} ${reason}`),
    ...Object.entries(defaults).map((pair) => pair.join('=')),
  ]
    .sort()
    .join();

function changed(before: ModelRegistry, now: ModelRegistry): Record<'added' | 'changed' | 'removed', string[]> {
  const was = new Map(before.models.map(({ name, revision }) => [name, revision]));
  const is = new Map(now.models.map(({ name, revision }) => [name, revision]));
  return {
    added: [...is.keys()].filter((name) => !was.has(name)),
    changed: [...is.keys()].filter((name) => was.has(name) && was.get(name) !== is.get(name)),
    removed: [...was.keys()].filter((name) => !is.has(name)),
  };
}
