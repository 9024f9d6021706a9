import type { FastifyRequest } from 'fastify';
import { EventEmitter } from 'node:events';
import { SlowBodies } from './slow-bodies';

/** A request whose body is under way, over a connection that records its answer. */
function arriving(headers: Record<string, string> = { 'transfer-encoding': 'chunked' }) {
  const socket = {
    bytesRead: 500,
    writable: true,
    destroyed: false,
    answer: '',
    write: (text: string) => (socket.answer = text),
    destroySoon: () => undefined,
  };
  const raw = Object.assign(new EventEmitter(), { headers, socket, complete: false, destroyed: false });
  return { raw, upload: undefined as { isWaiting: boolean } | undefined };
}
const asRequest = (request: object): FastifyRequest => request as unknown as FastifyRequest;

test('a body that hardly arrives is answered with 408, and one above the least rate is not', () => {
  const bodies = new SlowBodies(1_000);
  const [slow, quick, waiting, small] = [arriving(), arriving(), arriving(), arriving({ 'content-length': '0' })];
  waiting.upload = { isWaiting: true };
  for (const each of [slow, quick, waiting, small]) bodies.add(asRequest(each));
  for (let look = 0; look < 3; look++) {
    expect(slow.raw.socket.answer).toBe('');
    slow.raw.socket.bytesRead += 1;
    quick.raw.socket.bytesRead += 5_000;
    bodies.look();
  }
  expect(slow.raw.socket.answer).toMatch(/^HTTP\/1\.1 408 /);
  expect([quick, waiting, small].map(({ raw }) => raw.socket.answer)).toEqual(['', '', '']);
});

test('a body that is complete, or whose caller has gone, is not judged', () => {
  const bodies = new SlowBodies(1_000);
  const [complete, gone] = [arriving(), arriving()];
  for (const each of [complete, gone]) bodies.add(asRequest(each));
  complete.raw.complete = true;
  gone.raw.emit('close');
  for (let look = 0; look < 5; look++) bodies.look();
  expect([complete, gone].map(({ raw }) => raw.socket.answer)).toEqual(['', '']);
});
