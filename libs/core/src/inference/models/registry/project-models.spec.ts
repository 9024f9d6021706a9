import { chooseModel } from './choose';
import { forCall, modelsFor, withModels } from './project-models';
import type { ModelRegistry, RegisteredModel } from './registry';

const model = (name: string, project?: string): RegisteredModel =>
  ({
    name,
    project,
    own: true,
    manifest: { task: 'object-detection', default: true, labels: ['a', 'b'] },
  }) as unknown as RegisteredModel;
const [cat, dog, own] = [model('cat'), model('dog'), model('dog', 'prj_1')];
const REGISTRY: ModelRegistry = {
  models: [cat, dog],
  broken: [{ name: 'bird', own: true, reason: 'broken' }],
  defaults: { 'object-detection': 'dog' },
  projects: { prj_1: { models: [own], broken: [{ name: 'cat', own: true, project: 'prj_1', reason: 'theirs' }] } },
};

test('a project has its own beside those of all; its own names go before those, and others see nothing of it', () => {
  expect(modelsFor(REGISTRY, 'prj_1').models).toEqual([own]);
  expect(modelsFor(REGISTRY, 'prj_1').broken.map(({ reason }) => reason)).toEqual(['broken', 'theirs']);
  for (const project of ['prj_2', '', undefined]) expect(modelsFor(REGISTRY, project)).toBe(REGISTRY);
});

test('a model of a project answers who names it, and nobody else: it is never a default', () => {
  const registry = withModels({ ...REGISTRY, defaults: {} }, { models: [model('fox', 'prj_1')], broken: [] });
  expect(chooseModel(registry, 'object-detection', 'fox').project).toBe('prj_1');
  expect(() => chooseModel(registry, 'object-detection')).toThrow(/Exactly one model/);
  expect(chooseModel({ ...registry, models: [cat, ...registry.models.slice(2)] }, 'object-detection')).toBe(cat);
});

test('what goes along with a call has no labels, and is made once', () => {
  const set = REGISTRY.projects!['prj_1']!;
  expect(forCall(set).models).toEqual([{ ...own, manifest: { task: 'object-detection' } }]);
  expect(forCall(set)).toBe(forCall(set));
});
