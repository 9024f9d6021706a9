import type { NotifiedWorker, Notifier } from './notifier';
import { waitFor } from '../../../../../../test/harness/wait-for';

/** A worker that always has room and counts how often it was woken. */
class CountingWorker implements NotifiedWorker {
  woken = 0;

  wake(): void {
    this.woken++;
  }

  async hasRoom(): Promise<void> {}
}

/** The promises that every notifier keeps. Notifications may be lost, so the tests repeat them until one arrives. */
export function notifierContract(name: string, open: () => Promise<Notifier>): void {
  describe(`the ${name} notifier`, () => {
    let notifier: Notifier;

    beforeEach(async () => {
      notifier = await open();
    });
    afterEach(() => notifier.close());

    const notifyUntil = (worker: CountingWorker) =>
      waitFor(() => {
        notifier.notify('runs', 'job_1');
        return worker.woken > 0;
      });

    test('wakes a worker of that queue, and none of another queue', async () => {
      const [runs, deliveries] = [new CountingWorker(), new CountingWorker()];
      notifier.subscribe('runs', runs);
      notifier.subscribe('deliveries', deliveries);
      await notifyUntil(runs);
      expect(deliveries.woken).toBe(0);
    });

    test('a worker whose subscription is closed is not woken; the others of the queue are', async () => {
      const [first, second] = [new CountingWorker(), new CountingWorker()];
      const subscription = notifier.subscribe('runs', first);
      notifier.subscribe('runs', second);
      subscription.close();
      await notifyUntil(second);
      expect(first.woken).toBe(0);
    });

    test('a notification without a subscriber, or after the notifier has closed, throws nothing', async () => {
      notifier.notify('runs', 'job_1');
      await notifier.close();
      expect(() => notifier.notify('runs', 'job_2')).not.toThrow();
    });
  });
}
