import type { FastifyRequest } from 'fastify';
import { EventStreams } from './event-streams';

const requestOf = (projectId: string, url = '/v2/runs/run_1/events'): FastifyRequest =>
  ({ url, caller: { kind: 'key', id: `key of ${projectId}`, projectId } }) as unknown as FastifyRequest;
const known = async (): Promise<void> => undefined;

test('streams of one run share its looks, and each project looks for itself', async () => {
  const streams = new EventStreams(10, known);
  let looks = 0;
  const look = async (): Promise<number> => ++looks;
  const places = await Promise.all(['A', 'A', 'A', 'B'].map((project) => streams.enter(requestOf(project), () => undefined)));
  expect(await Promise.all(places.map((place) => place.look(look)))).toEqual([1, 1, 1, 2]);
});

test('a project that takes every place makes room for another one', async () => {
  const streams = new EventStreams(4, known);
  let ended = 0;
  for (let stream = 0; stream < 4; stream++) await streams.enter(requestOf('A'), () => ended++);
  await expect(streams.enter(requestOf('A'), () => undefined)).rejects.toMatchObject({ code: 'OVERLOADED' });
  await streams.enter(requestOf('B'), () => undefined);
  await streams.enter(requestOf('B'), () => undefined);
  expect(ended).toBe(2);
  await expect(streams.enter(requestOf('B'), () => undefined)).rejects.toMatchObject({ code: 'OVERLOADED' });
});

test('a place that is left is free, and who watches many runs looks less often', async () => {
  const streams = new EventStreams(64, known);
  const places = [];
  for (let run = 0; run < 64; run++) places.push(await streams.enter(requestOf('A', `/v2/runs/${run}/events`), () => undefined));
  const crowded = places[0]!.intervalMs;
  for (const place of places.slice(1)) place.leave();
  expect(crowded).toBe(4 * places[0]!.intervalMs);
  await expect(streams.enter(requestOf('A'), () => undefined)).resolves.toBeDefined();
});

test('all streams of a caller share the check whether its key has ended', async () => {
  let checks = 0;
  const streams = new EventStreams(10, async () => {
    checks++;
    throw new Error('revoked');
  });
  const places = await Promise.all([1, 2, 3].map(() => streams.enter(requestOf('A'), () => undefined)));
  expect(await Promise.all(places.map((place) => place.isAllowed()))).toEqual([false, false, false]);
  expect(checks).toBe(1);
});
