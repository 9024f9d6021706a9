import type { Manifest } from '../manifest';
import type { ModelRegistry, ModelSet } from './registry';

/** What a project has: its own models, and those of the installation whose names it does not use itself. */
export function modelsFor(registry: ModelRegistry, project?: string): ModelRegistry {
  const own = project === undefined ? undefined : registry.projects?.[project];
  return own ? withModels(registry, own) : registry;
}

/** Another one as soon as a project has other models, or a task another default. */
export function digestOfModels(registry: ModelRegistry, project: string): string {
  const { models, defaults } = modelsFor(registry, project);
  return JSON.stringify([models.map(({ name, revision }) => [name, revision]), defaults]);
}

/** The models of a project beside those of the installation. Its own name goes before that of a model installed later. */
export function withModels(registry: ModelRegistry, own: ModelSet): ModelRegistry {
  const names = new Set([...own.models, ...own.broken].map(({ name }) => name));
  const others = <T extends { name: string }>(all: readonly T[]): T[] => all.filter(({ name }) => !names.has(name));
  return {
    models: [...others(registry.models), ...own.models],
    broken: [...others(registry.broken), ...own.broken],
    defaults: registry.defaults,
  };
}

const sent = new WeakMap<ModelSet, ModelSet>();

/** The same for a call: a hundred manifests with their labels would be copied to a worker each time. It reads the one that it loads. */
export function forCall(own: ModelSet): ModelSet {
  const known = sent.get(own);
  if (known) return known;
  const models = own.models.map((model) => ({ ...model, manifest: { task: model.manifest.task } as Manifest }));
  const made = { models, broken: own.broken };
  sent.set(own, made);
  return made;
}
