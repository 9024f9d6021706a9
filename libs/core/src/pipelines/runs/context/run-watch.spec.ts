import { RunHarness } from '../../../../../../test/harness/run-harness';
import { passed } from '../../../../../../test/harness/transitions';
import { waitFor } from '../../../../../../test/harness/wait-for';
import { LOOK_TRANSITIONS, RunWatch } from './run-watch';

const harness = new RunHarness();

test('a watch goes from state to state as its table says, and a wait during a look lasts until the next one', async () => {
  const { seen, all } = passed(RunWatch.prototype, LOOK_TRANSITIONS);
  await harness.open();
  const watch = new RunWatch(harness.store);
  const stop = watch.watch({ runId: 'run_1', onCancelled: () => undefined });
  const ended: string[] = [];
  const wait = (step: string): Promise<unknown> => watch.shardsEnded({ run_id: 'run_1', step }).then(() => ended.push(step));
  await Promise.all([wait('first'), wait('during the look of the first')]);
  expect(ended).toEqual(['first', 'during the look of the first']);
  await waitFor(() => seen().includes('looking → idle'));
  stop();
  expect(seen()).toEqual(all);
});
