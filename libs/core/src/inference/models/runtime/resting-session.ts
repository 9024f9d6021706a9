import type { Tensor } from 'onnxruntime-node';
import type { Port, Session } from './session';

/** Opening one of our networks takes 15 ms, its first large run a third longer than the next ones. */
const RESTS_AFTER_MS = 60_000;

/**
 * A network that keeps as much memory as its largest image needed, and gives it back when it has not run for a minute: it is
 * opened again, and the one that ran is released.
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

  /** Keeps what it has where the file cannot be opened now. */
  private async giveBack(): Promise<void> {
    if (this.isBusy) return;
    const fresh = await this.open().catch(() => undefined);
    if (!fresh) return;
    const unused = this.isBusy ? fresh : this.session;
    if (unused !== fresh) this.session = fresh;
    // What cannot be released is memory that is not given back, and no reason to end the thread.
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
