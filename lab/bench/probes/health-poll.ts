import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { waitedForCore } from './cpu-time';

const EVERY_MS = 50;

/** Asks `/health/live` every 50 ms, whether the last answer has come or not, and keeps how long each answer took. */
export class HealthPoll {
  private readonly client: Client;
  private timer?: NodeJS.Timeout;
  /** Milliseconds. */
  readonly answers: number[] = [];
  /** The same without what the service's main thread stood waiting for a core, where its process is known. */
  readonly own: number[] = [];

  constructor(
    url: string,
    private readonly pid?: number,
  ) {
    this.client = new Client(url, { pipelining: 1 });
  }

  private async ask(): Promise<void> {
    const [started, waited] = [performance.now(), this.waited()];
    const { statusCode, body } = await this.client.request({ method: 'GET', path: '/health/live' });
    await body.dump();
    if (statusCode !== 200) throw new Error(`/health/live answered ${statusCode}.`);
    const took = performance.now() - started;
    this.answers.push(took);
    this.own.push(Math.max(0, took - (this.waited() - waited)));
  }

  private waited(): number {
    return this.pid === undefined ? Number.NaN : waitedForCore(this.pid);
  }

  /** Polls while `work` is under way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const asked: Promise<void>[] = [];
    this.timer = setInterval(() => asked.push(this.ask()), EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(this.timer);
      await Promise.all(asked);
    }
  }

  /** Polls for so long while nothing else happens: the control. */
  idle(milliseconds: number): Promise<void> {
    return this.during(() => sleep(milliseconds));
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
