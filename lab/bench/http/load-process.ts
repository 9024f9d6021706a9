import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { LoadResult, LoadSetup, LoadTurn } from './http-load';

/** The clients, in a process of their own. */
export class LoadProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** @param niceness above 0 if they are not to take the service's cores from it, as clients on other machines could not. */
  static async start(setup: LoadSetup, niceness = 0): Promise<LoadProcess> {
    const child = fork(join(__dirname, 'http-load.js'));
    setPriority(child.pid!, niceness);
    child.send(setup);
    await once(child, 'message');
    return new LoadProcess(child);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** A turn in which requests may be refused. */
  async attempt(turn: LoadTurn): Promise<LoadResult> {
    this.child.send(turn);
    const [result] = (await once(this.child, 'message')) as [LoadResult];
    return result;
  }

  /** @throws Error with the first answer that was not 200. */
  async turn(turn: LoadTurn): Promise<LoadResult> {
    const result = await this.attempt(turn);
    if (result.failures.length > 0)
      throw new Error(`${result.failures.length} requests failed; the first: ${result.failures[0]}`);
    return result;
  }

  stop(): void {
    this.child.kill();
  }
}
