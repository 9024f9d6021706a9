import { suggest, PerceptError } from '../../../kernel';
import type { ModelRegistry, RegisteredModel } from './registry';

/**
 * The model of that name, or the default for the task.
 * @throws PerceptError INVALID_REQUEST where no model of that name is for the task.
 * @throws Error where the task has no default, or more than one.
 */
export function chooseModel(stock: ModelRegistry, task: string, name?: string): RegisteredModel {
  return name === undefined ? defaultModel(stock, task) : namedModel(stock, task, name);
}

function namedModel(stock: ModelRegistry, task: string, name: string): RegisteredModel {
  const found = stock.models.find((model) => model.name === name);
  if (found?.manifest.task === task) return found;
  const names = namesFor(stock, task);
  if (found) throw refused(`'${name}' is a model for ${found.manifest.task}, and this needs ${task}: ${names.join(', ')}.`);
  const broken = stock.broken.find((model) => model.name === name);
  if (broken) throw refused(`the model '${name}' is broken: ${broken.reason}`);
  const known = names.length > 0 ? ` Known: ${names.join(', ')}.` : ' There is none.';
  throw refused(`no model for ${task} is called '${name.slice(0, 60)}'.${suggest(name, names)}${known}`);
}

const refused = (reason: string) => PerceptError.invalid('model', reason);

const namesFor = ({ models }: ModelRegistry, task: string) =>
  models.filter(({ manifest }) => manifest.task === task).map(({ name }) => name);

/** What the configuration says; else the one of the users' models, else the one of ours, that says so. */
function defaultModel(stock: ModelRegistry, task: string): RegisteredModel {
  const set = stock.defaults[task];
  const fitting = stock.models.filter(({ manifest }) => manifest.task === task);
  const broken = stock.broken.map(({ reason }) => reason);
  if (set !== undefined) {
    const found = fitting.find(({ name }) => name === set);
    if (found) return found;
    const hint = suggest(set, namesFor(stock, task)) || ` There are: ${namesFor(stock, task).join(', ') || 'none'}.`;
    const problem = `PERCEPT_DEFAULT_MODELS names '${set}' for ${task}, and no working model for it is called so.${hint}`;
    throw new Error([problem, ...broken].join('\n'));
  }
  const saying = fitting.filter(({ manifest }) => manifest.default);
  const first = saying.some(({ own }) => own) ? saying.filter(({ own }) => own) : saying;
  const defaults = fitting.length === 1 ? fitting : first;
  if (defaults.length === 1) return defaults[0]!;
  const names = namesFor(stock, task).join(', ') || 'none';
  const problem = `Exactly one model for ${task} must say 'default: true' in its manifest; the models are: ${names}.`;
  throw new Error([problem, ...broken].join('\n'));
}
