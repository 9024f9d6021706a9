import { MainThreadLag } from './main-thread-lag';

test('what held the thread is seen in this window and the next, and then forgotten', async () => {
  const lag = new MainThreadLag();
  await new Promise((waited) => setTimeout(waited, 20));
  const held = performance.now();
  while (performance.now() - held < 300);
  await new Promise((waited) => setTimeout(waited, 20));
  const seen = lag.ms(100);
  expect(seen).toBeGreaterThan(200);
  lag.turn();
  expect(lag.ms(100)).toBeGreaterThan(200);
  lag.turn();
  expect(lag.ms(100)).toBeLessThan(seen);
});
