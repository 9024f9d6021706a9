import { waitFor } from '../../../../../test/harness/wait-for';
import { MainThreadLag } from './main-thread-lag';

test('what held the thread is seen in this window and the next, and then forgotten', async () => {
  const lag = new MainThreadLag();
  const hold = (): boolean => {
    for (const held = performance.now(); performance.now() - held < 100;);
    return lag.ms(100) > 50;
  };
  await waitFor(hold);
  lag.turn();
  expect(lag.ms(100)).toBeGreaterThan(50);
  const before = lag.ms(100);
  lag.turn();
  expect(lag.ms(100)).toBeLessThan(before);
});
