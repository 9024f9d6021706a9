import type { QueueName } from '../../queue';
import type { NotifiedWorker, Notifier, Subscription } from '../notifier';

/** Wakes the workers of this process. Other processes find the job with their next poll. */
export class LocalNotifier implements Notifier {
  private readonly workers = new Map<QueueName, Set<NotifiedWorker>>();

  notify(queue: QueueName): void {
    const workers = this.workers.get(queue);
    if (workers) for (const worker of workers) worker.wake();
  }

  subscribe(queue: QueueName, worker: NotifiedWorker): Subscription {
    const workers = this.workers.get(queue) ?? new Set();
    this.workers.set(queue, workers.add(worker));
    return { close: () => void workers.delete(worker) };
  }

  async close(): Promise<void> {
    this.workers.clear();
  }
}
