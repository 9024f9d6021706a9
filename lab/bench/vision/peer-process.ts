import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface PeerTurn {
  file: string;
  images: number;
}

/** One side of a comparison, in a separate process: it loads its model, then classifies an image repeatedly. */
export class PeerProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(script: string, models: string): Promise<PeerProcess> {
    const child = fork(join(__dirname, script), [models]);
    const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
    if (ready !== 'ready') throw new Error(`${script} did not start`);
    return new PeerProcess(child);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** @returns images per second. */
  async turn(file: string, images: number): Promise<number> {
    const started = performance.now();
    this.child.send({ file, images } satisfies PeerTurn);
    const [count] = (await once(this.child, 'message')) as [number];
    if (count !== images) throw new Error(`${count} of ${images} images were answered with labels`);
    return (images * 1000) / (performance.now() - started);
  }

  stop(): void {
    this.child.kill();
  }
}

/** In the process: answers turns with the number of images that got labels. */
export function serveTurns(classify: (file: string) => Promise<number>): void {
  process.on('message', ({ file, images }: PeerTurn) => {
    const work = async (): Promise<void> => {
      let answered = 0;
      for (let at = 0; at < images; at++) if ((await classify(file)) > 0) answered++;
      process.send!(answered);
    };
    void work();
  });
  process.send!('ready');
}
