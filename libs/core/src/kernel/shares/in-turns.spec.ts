import { inTurns } from './in-turns';

test('the event loop turns while pieces come, however fast they are', async () => {
  async function* quick(): AsyncGenerator<Buffer> {
    for (let piece = 0; piece < 32; piece++) yield Buffer.alloc(32 * 1024, piece);
  }
  let [turns, isOver] = [0, false];
  const turn = (): void => {
    if (isOver) return;
    turns++;
    setImmediate(turn);
  };
  turn();
  const seen: number[] = [];
  for await (const piece of inTurns(quick())) seen.push(piece[0]!);
  isOver = true;
  expect(seen).toEqual(Array.from({ length: 32 }, (_, piece) => piece));
  expect(turns).toBeGreaterThanOrEqual(16);
});
