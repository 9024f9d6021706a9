import { crashPromises } from './queue-crashes.contract';
import { turnPromises } from './queue-turns.contract';
import { workPromises } from './queue-work.contract';
import { type QueueUnderTest, Workbench } from './queue-harness.contract';

/** The promises that every driver keeps; `setUp` makes an empty queue on an empty database. */
export function queueContract(driver: string, setUp: () => Promise<QueueUnderTest>): void {
  describe(`the ${driver} queue`, () => {
    const bench = new Workbench(setUp);
    workPromises(bench);
    turnPromises(bench);
    crashPromises(bench);
  });
}
