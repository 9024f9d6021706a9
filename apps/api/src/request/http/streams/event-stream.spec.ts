import fastify from 'fastify';
import { streamStates } from './event-stream';

/** The events that a caller with this state receives. */
async function told(states: readonly number[], known?: string): Promise<string> {
  const rest = [...states];
  const app = fastify();
  app.get('/', async (request, reply) => {
    const watching = {
      look: async () => rest.shift() ?? states.at(-1)!,
      isEnd: (state: number) => state === states.at(-1),
      stateOf: (state: number) => `at-${state}`,
    };
    await streamStates(await watching.look(), watching, { request, reply, end: new AbortController().signal });
  });
  const answer = await app.inject({ url: '/', headers: known === undefined ? {} : { 'last-event-id': known } });
  await app.close();
  expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
  return answer.payload;
}

const progress = (state: number) => `event: progress\nid: at-${state}\ndata: ${state}\n\n`;
const end = (state: number) => `event: end\nid: at-${state}\ndata: ${state}\n\n`;

test('each state is told once, the last as the end', async () => {
  expect(await told([1, 1, 2, 3])).toBe(progress(1) + progress(2) + end(3));
});

test('who comes back with Last-Event-ID is not told again what is known, but always of the end', async () => {
  expect(await told([1, 1, 2, 3], 'at-1')).toBe(progress(2) + end(3));
  expect(await told([3], 'at-3')).toBe(end(3));
  expect(await told([1, 3], 'at-of another time')).toBe(progress(1) + end(3));
});
