import type { Running } from './runtime/running';
import { ProjectSessions } from './project-sessions';
import { modelsOfCall } from './call-models';
import type { RegisteredModel } from './registry/registry';

let closed: string[];
let over: Running[];
let loads: number;
beforeEach(() => {
  [closed, over, loads] = [[], [], 0];
});

const sessions = (): ProjectSessions =>
  new ProjectSessions(
    async ({ name }) => {
      loads++;
      return { runner: name, warm: async () => undefined, close: async () => void closed.push(name) } as unknown as Running;
    },
    (running) => over.includes(running),
  );
const model = (project: string, name: string): RegisteredModel =>
  ({ project, name, revision: `${project} ${name}` }) as RegisteredModel;
/** Each call has a set of its own. */
const call = <T>(work: () => Promise<T>): Promise<T> => modelsOfCall.run({ models: [], broken: [] }, work);

test('a thread keeps two: a project that has both gives one up for another project, its longest unused', async () => {
  const kept = sessions();
  for (const name of ['a1', 'a2', 'a1']) await call(() => kept.get(model('A', name)));
  expect([closed, loads]).toEqual([[], 2]);
  await call(() => kept.get(model('B', 'b1')));
  expect(closed).toEqual(['a2']);
  // Each has one: who wants a second gives up its first.
  await call(() => kept.get(model('B', 'b2')));
  expect(closed).toEqual(['a2', 'b1']);
  // For a third project the longest unused goes.
  await call(() => kept.get(model('C', 'c1')));
  expect(closed).toEqual(['a2', 'b1', 'a1']);
});

test('what the call under way has asked for stays until it has ended', async () => {
  const kept = sessions();
  await call(async () => {
    for (const name of ['one', 'two', 'three']) await kept.get(model('A', name));
    expect(closed).toEqual([]);
  });
  await call(() => kept.get(model('A', 'four')));
  expect(closed).toEqual(['one', 'two']);
});

test('one whose process has ended is loaded again, and so is one that could not be loaded', async () => {
  const kept = sessions();
  over.push(await kept.get(model('A', 'one')));
  const again = await kept.get(model('A', 'one'));
  expect([again === over[0], loads]).toEqual([false, 2]);
  let fails = true;
  const broken = new ProjectSessions(
    async () => {
      if (fails) throw new Error('broken');
      return again;
    },
    () => false,
  );
  await expect(broken.get(model('A', 'one'))).rejects.toThrow('broken');
  fails = false;
  expect(await broken.get(model('A', 'one'))).toBe(again);
});
