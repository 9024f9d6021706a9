import { fairShareContract, type Waiter } from './fair-share.contract';
import { FairLine, type Share } from './fair-line';
import { Semaphore } from './semaphore';

const shareOf = ({ project }: Waiter): Share => ({ project, key: 'k' });

describe('the line', () => {
  fairShareContract(async (waiters) => {
    const line = new FairLine<Waiter & { share: Share }>();
    for (const waiter of waiters) line.add({ ...waiter, share: shareOf(waiter) });
    return waiters.map(() => line.take(undefined, ({ ms }) => ms)!.project);
  });
});

describe('the slots', () => {
  fairShareContract(async (waiters) => {
    const slots = new Semaphore(1);
    const order: string[] = [];
    await slots.acquire();
    const all = waiters.map(async (waiter, n) => {
      await slots.acquire({ share: shareOf(waiter), rank: String(n).padStart(3, '0') });
      order.push(waiter.project);
      slots.charge(shareOf(waiter), waiter.ms);
      slots.release();
    });
    slots.release();
    await Promise.all(all);
    return order;
  });
});
