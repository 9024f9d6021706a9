import { rowsOf, RunHarness } from '../../../../../../test/harness/run-harness';
import { passed } from '../../../../../../test/harness/transitions';
import { systemClock } from '../../../kernel';
import { CallBudget } from '../context/call-times';
import { ItemWriter, WRITER_TRANSITIONS } from './item-writer';
import { ShardClaim } from './shard-claim';

const harness = new RunHarness();

test('a writer goes from state to state as its table says, and every transition of the table happens', async () => {
  const { seen, all } = passed(ItemWriter.prototype, WRITER_TRANSITIONS);
  await harness.open();
  harness.photos(300);
  expect(await harness.run()).toMatchObject({ status: 'succeeded' });
  const addProgress = jest.spyOn(ShardClaim.prototype, 'addProgress');
  // A database that is away for a moment: the job of the shard is done again.
  addProgress.mockRejectedValueOnce(new Error('away'));
  harness.photos(301);
  expect(rowsOf(await harness.run())).toHaveLength(301);
  // A writer that ends before anything was added writes that nothing is in flight.
  addProgress.mockClear().mockResolvedValue();
  const run = { attempt: 1, callBudget: new CallBudget(), results: { written: async () => undefined } };
  const claim = new ShardClaim({ run_id: 'run_1', step: 'a' } as never, 'token', Infinity);
  await new ItemWriter({ ...harness, clock: systemClock }, claim, () => undefined, run as never).close();
  expect(addProgress).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ succeeded: 0, running: 0 }));
  expect(seen()).toEqual(all);
});
