import fastify from 'fastify';
import { streamStates } from './event-stream';
import { EventStreams } from './event-streams';

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
    await streamStates(watching, { request, reply, end: new AbortController().signal });
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

describe('many streams of one object', () => {
  const watchers = 20;

  /** Opens them at once. @param look is answered when all have asked. */
  async function openAll(look: () => number): Promise<{ looks: number; stateOf: jest.Mock; answers: string[] }> {
    let [looks, opened] = [0, 0];
    let open = (): void => undefined;
    const allAreOpen = new Promise<void>((resolve) => (open = resolve));
    const stateOf = jest.fn((state: number) => `at-${state}`);
    const app = fastify();
    app.decorate('streams', new EventStreams(watchers, async () => undefined));
    const watching = { look: () => (looks++, allAreOpen.then(look)), isEnd: () => true, stateOf };
    app.get('/', (request, reply) => {
      if (++opened === watchers) setImmediate(open);
      return streamStates(watching, { request, reply, end: new AbortController().signal });
    });
    // Stops the clock, because a look is shared for a quarter of a second only.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const answers = await Promise.all(Array.from({ length: watchers }, () => app.inject('/')));
    clock.mockRestore();
    await app.close();
    return { looks, stateOf, answers: answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`) };
  }

  test('they share the first look too, and the text of its event', async () => {
    const { looks, stateOf, answers } = await openAll(() => 3);
    expect(new Set(answers)).toEqual(new Set([`200 ${end(3)}`]));
    expect([looks, stateOf.mock.calls.length]).toEqual([1, 1]);
  });

  test('an object that is not there is an error of each, and not the beginning of a stream', async () => {
    const { answers } = await openAll(() => {
      throw Object.assign(new Error('gone'), { statusCode: 404 });
    });
    expect(answers.every((answer) => answer.startsWith('404 {'))).toBe(true);
  });
});
