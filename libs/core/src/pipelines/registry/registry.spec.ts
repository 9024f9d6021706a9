import { DEFAULT_PROJECT } from '../../kernel';
import { PIPELINE, RunHarness } from '../../../../../test/harness/run-harness';
import { PipelineRevisionEntity } from './pipeline-revision.entity';
import { PipelineRegistry } from './registry';

const harness = new RunHarness();
beforeEach(() => harness.open());

const OWN = { projectId: 'prj_own', keyId: null };

function registry(limits: { pipelines: number; triggers: number }): PipelineRegistry {
  const { options } = harness.pipelines.registry as unknown as { options: ConstructorParameters<typeof PipelineRegistry>[0] };
  return new PipelineRegistry({ ...options, limits });
}
const textOf = (name: string, more = '', triggers = 0): string => {
  const timed = triggers === 0 ? '' : `triggers:\n${'  - every: 1h\n'.repeat(triggers)}`;
  return `${PIPELINE.replace('name: echo', `name: ${name}`).replace('inputs:', `${timed}inputs:`)}${more}`;
};
const rows = (name: string): Promise<PipelineRevisionEntity[]> =>
  harness.store.reader.find(PipelineRevisionEntity, { where: { name }, order: { number: 'ASC' } });

test('a pipeline keeps its newest 100 revisions', async () => {
  const pipelines = registry({ pipelines: 1, triggers: 1 });
  for (let n = 1; n <= 103; n++) await pipelines.save('echo', textOf('echo', `# ${n}\n`), OWN);
  const numbers = (await rows('echo')).map(({ number }) => number);
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([100, 4, 103]);
  expect((await pipelines.source('echo', OWN.projectId)).source).toContain('# 103');
});

test('what a project deletes is kept up to as many as it may have, and a deleted one makes room', async () => {
  const pipelines = registry({ pipelines: 2, triggers: 1 });
  for (const name of ['a', 'b']) await pipelines.save(name, textOf(name), OWN);
  await expect(pipelines.save('c', textOf('c'), OWN)).rejects.toThrow(
    'A project has at most 2 pipelines. Delete some, or ask who runs this installation to raise PERCEPT_PROJECT_LIMITS (pipelines=2).',
  );
  // One that is there may be changed, and another project has room of its own.
  await pipelines.save('a', textOf('a', '# changed\n'), OWN);
  await pipelines.save('c', textOf('c'), { projectId: DEFAULT_PROJECT, keyId: null });
  for (const name of ['c', 'd', 'e']) {
    await pipelines.remove('a', OWN.projectId).catch(() => undefined);
    await pipelines.save(name, textOf(name), OWN);
    await pipelines.remove(name, OWN.projectId);
  }
  const kept = await harness.store.reader.find(PipelineRevisionEntity, { where: { project_id: OWN.projectId } });
  expect([...new Set(kept.map(({ name }) => name))].sort()).toEqual(['b', 'd', 'e']);
  expect((await pipelines.list(OWN.projectId)).map(({ name }) => name)).toEqual(['b']);
});

test('the triggers of a project are bounded over its pipelines; fewer are always taken', async () => {
  const wide = registry({ pipelines: 9, triggers: 9 });
  await wide.save('a', textOf('a', '', 4), OWN);
  const narrow = registry({ pipelines: 9, triggers: 3 });
  await expect(narrow.save('b', textOf('b', '', 1), OWN)).rejects.toThrow('A project has at most 3 triggers.');
  await narrow.save('b', textOf('b'), OWN);
  await narrow.save('a', textOf('a', '# still too many, but none more\n', 4), OWN);
  await narrow.save('a', textOf('a', '', 2), OWN);
  await narrow.save('b', textOf('b', '', 1), OWN);
  await expect(narrow.save('a', textOf('a', '', 3), OWN)).rejects.toMatchObject({ code: 'CONFLICT' });
});
