import type { Running } from './runtime/running';
import type { ModelSet, RegisteredModel } from './registry/registry';
import { modelsOfCall } from './call-models';

/** Most project models that a thread keeps, beside those that the current call needs. Each is a process. */
const MAX_KEPT = 2;
/** Milliseconds after which an unused model is closed. A thread that ends by itself leaves no model behind. */
const IDLE_MS = 60_000;

interface Kept {
  model: RegisteredModel;
  loading: Promise<Running>;
  /** The latest call that requested the model. */
  call: ModelSet | undefined;
  idle?: NodeJS.Timeout;
}

/** The models of projects in one thread. The project with most models gives one up first: the one unused for longest. */
export class ProjectSessions {
  /** By revision, longest unused first. */
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly load: (model: RegisteredModel) => Promise<Running>,
    /** Whether the model's process has ended. */
    private readonly isOver: (running: Running) => boolean,
  ) {}

  async get(model: RegisteredModel): Promise<Running> {
    const { revision } = model;
    const known = this.kept.get(revision);
    const kept = known ?? { model, loading: this.loadWarm(model), call: undefined };
    kept.call = modelsOfCall.getStore();
    clearTimeout(kept.idle);
    kept.idle = setTimeout(() => this.forget(revision, kept), IDLE_MS).unref();
    this.kept.delete(revision);
    this.kept.set(revision, kept);
    // A model that could not be loaded, or whose process ended, may be requested again.
    kept.loading.catch(() => this.forget(revision, kept));
    if (!known) this.makeRoom(kept.call);
    const running = await kept.loading;
    if (!this.isOver(running)) return running;
    this.forget(revision, kept);
    return this.get(model);
  }

  async close(): Promise<void> {
    for (const [revision, kept] of [...this.kept]) this.forget(revision, kept);
  }

  /** Loads a model and runs it once, so that a model that cannot run is found now. */
  private async loadWarm(model: RegisteredModel): Promise<Running> {
    const running = await this.load(model);
    try {
      await running.warm();
      return running;
    } catch (error) {
      await running.close();
      throw error;
    }
  }

  private makeRoom(call: ModelSet | undefined): void {
    while (this.kept.size > MAX_KEPT) {
      const others = [...this.kept].filter(([, kept]) => kept.call === undefined || kept.call !== call);
      const first = others.sort((one, other) => this.count(other[1]) - this.count(one[1]))[0];
      if (!first) return;
      this.forget(...first);
    }
  }

  /** Number of models that the same project has here. */
  private count({ model: { project } }: Kept): number {
    return [...this.kept.values()].filter(({ model }) => model.project === project).length;
  }

  private forget(revision: string, kept: Kept): void {
    clearTimeout(kept.idle);
    if (this.kept.get(revision) === kept) this.kept.delete(revision);
    void kept.loading.then(
      (running) => running.close(),
      () => undefined,
    );
  }
}
