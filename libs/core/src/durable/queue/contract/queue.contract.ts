import { crashPromises } from './queue-crashes.contract';
import { turnPromises } from './queue-turns.contract';
import { workPromises } from './queue-work.contract';
import { type QueueUnderTest, QueueHarness } from './queue-harness.contract';

/** The promises that every driver keeps; `setUp` makes an empty queue on an empty database. */
export function queueContract(driver: string, setUp: () => Promise<QueueUnderTest>): void {
  describe(`the ${driver} queue`, () => {
    const harness = new QueueHarness(setUp);
    workPromises(harness);
    turnPromises(harness);
    crashPromises(harness);
  });
}
