import { rowsOf, RunHarness, withEach } from '../../../../../../test/harness/run-harness';
import { passed } from '../../../../../../test/harness/transitions';
import { PerceptError } from '../../../kernel';
import { ItemRunner, RUNNER_TRANSITIONS } from './item-runner';

const harness = new RunHarness();

test('a runner goes from state to state as its table says, and every transition of the table happens', async () => {
  const { seen, all } = passed(ItemRunner.prototype, RUNNER_TRANSITIONS);
  const tried = new Set<unknown>();
  await harness.open(({ image }) => {
    // While an item waits for its next attempt, it is in flight and holds no slot.
    if (tried.has(image)) return { seen: image, total: 1 };
    tried.add(image);
    throw new PerceptError('MEDIA_FETCH_FAILED', 'The host is away.');
  });
  // A quarter of them fills a runner: one that idle claims cut into four early still has as many in flight as may be.
  harness.photos(68);
  const source = withEach('concurrency: 1').replace('add: 1 }\n', 'add: 1 }\n        retry: { attempts: 2, delay: 3s }\n');
  expect(rowsOf(await harness.run(source))).toHaveLength(68);
  expect(seen()).toEqual(all);
});
