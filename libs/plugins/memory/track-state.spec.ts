import type { KeepValue, OperationContext } from '@percept/sdk/pipelines';
import { trackState, type TrackStateOutput } from './track-state';

/** One process that keeps values in memory. */
function keeper(): KeepValue {
  const kept = new Map<string, object>();
  return async (name, change) => {
    const value = change(kept.get(name) as never);
    kept.set(name, value);
    return value;
  };
}

async function watch(states: (string | null)[], needed: number): Promise<TrackStateOutput[]> {
  const keep = keeper();
  const seen: TrackStateOutput[] = [];
  for (const [index, state] of states.entries()) {
    const context = { keep, idempotencyKey: `run ${index}` } as OperationContext;
    const { output } = await trackState.run({ name: 'gate', state, for: needed }, context);
    seen.push(output as TrackStateOutput);
  }
  return seen;
}

test('a new state is believed once it was seen often enough in a row', async () => {
  const seen = await watch(['closed', 'closed', 'open', 'closed', 'open', 'open', 'open'], 2);
  expect(seen.map(({ state, changed }) => [state, changed])).toEqual([
    [null, false],
    ['closed', false],
    ['closed', false],
    ['closed', false],
    ['closed', false],
    ['open', true],
    ['open', false],
  ]);
  expect(seen[5]).toMatchObject({ previous: 'closed', seen: 0 });
  expect(seen[2]).toMatchObject({ seen: 1 });
});

test('a picture of nothing known changes nothing, and does not end a row', async () => {
  const seen = await watch(['closed', 'open', null, 'open', null], 2);
  expect(seen.map(({ state }) => state)).toEqual([null, null, null, 'open', 'open']);
});

test('the same attempt again counts once, and answers the same', async () => {
  const keep = keeper();
  const look = async (key: string, state: string) =>
    (await trackState.run({ name: 'gate', state, for: 1 }, { keep, idempotencyKey: key } as OperationContext)).output;
  await look('1', 'closed');
  const first = await look('2', 'open');
  expect(first).toMatchObject({ state: 'open', changed: true });
  expect(await look('2', 'open')).toEqual(first);
  expect(await look('3', 'open')).toMatchObject({ changed: false });
});
