import type { Lane } from './queue';

/** Tells the processes of a queue that there is work. It may lose a ring: the sweep finds what it left. */
export interface Bell {
  /** @param id of the job's row. @returns false where nobody can be told. */
  ring(lane: Lane, id: string): boolean;
  /** @param onRing resolves when the lane has room for another job: until then rings go to other processes. */
  listen(lane: Lane, onRing: () => Promise<void>): Listener;
  close(): Promise<void>;
}

export interface Listener {
  close(): void;
}
