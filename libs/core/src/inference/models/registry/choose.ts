import { suggest, PerceptError } from '../../../kernel';
import type { ModelRegistry, RegisteredModel } from './registry';

/**
 * The model of that name, or the default for the task.
 * @throws PerceptError INVALID_REQUEST if no model of that name is for the task.
 * @throws Error if the task has no default, or more than one.
 */
export function chooseModel(registry: ModelRegistry, task: string, name?: string): RegisteredModel {
  return name === undefined ? defaultModel(registry, task) : namedModel(registry, task, name);
}

function namedModel(registry: ModelRegistry, task: string, name: string): RegisteredModel {
  const found = registry.models.find((model) => model.name === name);
  if (found?.manifest.task === task) return found;
  const names = namesFor(registry, task);
  if (found) throw refused(`'${name}' is a model for ${found.manifest.task}, and this needs ${task}: ${names.join(', ')}.`);
  const broken = registry.broken.find((model) => model.name === name);
  if (broken) throw refused(`the model '${name}' is broken: ${broken.reason}`);
  const known = names.length > 0 ? ` Known: ${names.join(', ')}.` : ' There is none.';
  throw refused(`no model for ${task} is called '${name.slice(0, 60)}'.${suggest(name, names)}${known}`);
}

const refused = (reason: string) => PerceptError.invalid('model', reason);

const namesFor = ({ models }: ModelRegistry, task: string) =>
  models.filter(({ manifest }) => manifest.task === task).map(({ name }) => name);

/** Returns the default from the configuration. Otherwise the users' model that is marked as default, then Percept's own. */
function defaultModel(registry: ModelRegistry, task: string): RegisteredModel {
  const set = registry.defaults[task];
  // A project's model answers only requests that name it.
  const candidates = registry.models.filter(({ manifest, project }) => manifest.task === task && project === undefined);
  const broken = registry.broken.map(({ reason }) => reason);
  if (set !== undefined) {
    const found = candidates.find(({ name }) => name === set);
    if (found) return found;
    const hint = suggest(set, namesFor(registry, task)) || ` There are: ${namesFor(registry, task).join(', ') || 'none'}.`;
    const problem = `PERCEPT_DEFAULT_MODELS names '${set}' for ${task}, and no working model for it is called so.${hint}`;
    throw new Error([problem, ...broken].join('\n'));
  }
  const saying = candidates.filter(({ manifest }) => manifest.default);
  const first = saying.some(({ own }) => own) ? saying.filter(({ own }) => own) : saying;
  const defaults = candidates.length === 1 ? candidates : first;
  if (defaults.length === 1) return defaults[0]!;
  const names = namesFor(registry, task).join(', ') || 'none';
  const problem = `Exactly one model for ${task} must say 'default: true' in its manifest; the models are: ${names}.`;
  throw new Error([problem, ...broken].join('\n'));
}
