import type { Manifest } from '../manifest';
import type { ModelRegistry, ModelSet } from './registry';

/** The models of a project: its own, and those of the installation whose names it does not use itself. */
export function modelsFor(registry: ModelRegistry, project?: string): ModelRegistry {
  const own = project === undefined ? undefined : registry.projects?.[project];
  return own ? withModels(registry, own) : registry;
}

/** Another one as soon as a project has other models, or a task another default. */
export function digestOfModels(registry: ModelRegistry, project: string): string {
  const { models, defaults } = modelsFor(registry, project);
  return JSON.stringify([models.map(({ name, revision }) => [name, revision]), defaults]);
}

/** Adds a project's models to those of the installation. On a name conflict the project's own model wins. */
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

/**
 * Reduces the models for a call: otherwise a hundred manifests with their labels would be copied to a worker each time. The worker
 * reads the manifest of the model that it loads.
 */
export function forCall(own: ModelSet): ModelSet {
  const known = sent.get(own);
  if (known) return known;
  const models = own.models.map((model) => ({ ...model, manifest: { task: model.manifest.task } as Manifest }));
  const made = { models, broken: own.broken };
  sent.set(own, made);
  return made;
}
