import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { endWithin } from './shutdown';

const NEVER = 2 ** 30;
const told: string[] = [];
const log = { warn: (_: object, line: string) => void told.push(line), error: (_: object, line: string) => void told.push(line) };
beforeEach(() => void told.splice(0));
const nothing = (): void => undefined;

test('a process that ends in order exits with 0 and says nothing', async () => {
  const ending = { close: async () => undefined, cutConnections: nothing, log };
  expect(await endWithin(ending, { answersMs: NEVER, allMs: NEVER })).toBe(0);
  expect(told).toEqual([]);
});

test('a request that hangs is cut off, so that the rest ends in order', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', nothing);
  caller.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await once(server, 'request');
  const order: string[] = [];
  const gone = once(caller, 'close').then(() => order.push('cut'));
  const close = async (): Promise<void> => {
    await new Promise((closed) => server.close(closed));
    await gone;
    order.push('closed');
  };
  const ending = { close, cutConnections: () => server.closeAllConnections(), log };
  expect(await endWithin(ending, { answersMs: 10, allMs: NEVER })).toBe(0);
  expect(order).toEqual(['cut', 'closed']);
});

test('what never ends is left at the limit, with a line in the log and exit code 0', async () => {
  const ending = { close: () => new Promise<void>(nothing), cutConnections: nothing, log };
  expect(await endWithin(ending, { answersMs: 1, allMs: 10 })).toBe(0);
  expect(told).toEqual([expect.stringMatching(/next process continues/)]);
});

test('an ending that fails exits with 1', async () => {
  const ending = { close: () => Promise.reject(new Error('no disk')), cutConnections: nothing, log };
  expect(await endWithin(ending, { answersMs: NEVER, allMs: NEVER })).toBe(1);
  expect(told).toEqual(['ended with an error']);
});
