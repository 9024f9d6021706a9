import type { QueueName } from '../queue';

/** Tells the processes of a queue that there is work. It may lose a ring: the sweep finds what it left. */
export interface Notifier {
  /** @param id of the job's row. @returns false where nobody can be told. */
  ring(lane: QueueName, id: string): boolean;
  /** @param onRing resolves when the lane has room for another job: until then rings go to other processes. */
  listen(lane: QueueName, onRing: () => Promise<void>): Listener;
  close(): Promise<void>;
}

export interface Listener {
  close(): void;
}
