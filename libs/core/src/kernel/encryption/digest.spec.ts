import { createHash, randomBytes } from 'node:crypto';
import { digestInTurns } from './digest';

const whole = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 5_000_000])('the digest of %i bytes is that of all at once', async (length) => {
  const bytes = randomBytes(length);
  expect(await digestInTurns(bytes)).toBe(whole(bytes));
  expect(await digestInTurns('head\n', bytes)).toBe(whole(Buffer.concat([Buffer.from('head\n'), bytes])));
});

test('the thread does other work between two pieces', async () => {
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  const counting = setImmediate(function again() {
    turns++;
    immediate = setImmediate(again);
  });
  let immediate = counting;
  await digestInTurns(Buffer.alloc(8 * 1024 * 1024));
  clearInterval(other);
  clearImmediate(immediate);
  expect(turns).toBeGreaterThanOrEqual(7);
});
