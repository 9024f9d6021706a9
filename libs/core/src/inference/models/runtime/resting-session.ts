import type { Tensor } from 'onnxruntime-node';
import type { Port, Session } from './session';

/** Opening one of our networks takes 15 ms; its first large run takes a third longer than the next ones. */
const RESTS_AFTER_MS = 60_000;

/**
 * A network that keeps the memory its largest image needed. After a minute without a run it gives the memory back: the file is
 * opened again, and the old session is released.
 */
export class RestingSession implements Session {
  private running = 0;
  private isReleased = false;
  private rest: NodeJS.Timeout | undefined;

  constructor(
    private session: Session,
    private readonly open: () => Promise<Session>,
    private readonly restsAfterMs = RESTS_AFTER_MS,
  ) {}

  get inputNames(): readonly string[] {
    return this.session.inputNames;
  }

  get outputNames(): readonly string[] {
    return this.session.outputNames;
  }

  get inputs(): readonly Port[] {
    return this.session.inputs;
  }

  get outputs(): readonly Port[] {
    return this.session.outputs;
  }

  async run(inputs: Record<string, Tensor>): Promise<Readonly<Record<string, Tensor>>> {
    this.running++;
    try {
      return await this.session.run(inputs);
    } finally {
      this.running--;
      this.rest = this.rest?.refresh() ?? setTimeout(() => void this.giveBack(), this.restsAfterMs).unref();
    }
  }

  /** Keeps the old session if the file cannot be opened now. */
  private async giveBack(): Promise<void> {
    if (this.isBusy) return;
    const fresh = await this.open().catch(() => undefined);
    if (!fresh) return;
    const unused = this.isBusy ? fresh : this.session;
    if (unused !== fresh) this.session = fresh;
    // A session that cannot be released keeps its memory, but the thread goes on.
    await unused.release().catch(() => undefined);
  }

  private get isBusy(): boolean {
    return this.running > 0 || this.isReleased;
  }

  async release(): Promise<void> {
    this.isReleased = true;
    clearTimeout(this.rest);
    await this.session.release();
  }
}
