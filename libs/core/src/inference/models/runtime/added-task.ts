import { isAddedTask, type Manifest } from '../manifest';
import type { LoadedModel } from './loaded-model';
import type { ModelIdentity, ModelTask } from './model-tasks';
import { networkOn, type Network } from './network';
import type { Running } from './running';

/** A loaded model, in the form that a plugin's task receives. */
export interface TaskModel {
  identity: ModelIdentity;
  /** The fields of its `model.yaml`. `input` and `output` are undefined if the file does not have them. */
  manifest: Pick<Manifest, 'labels' | 'version'> & Partial<Pick<Manifest, 'input' | 'output'>>;
  network: Network;
}

/** A model task of a plugin. `R` is the object that `setup` receives for it. */
export interface ModelTaskDefinition<R extends object = object> {
  /** `<plugin>.<task>`: the `task` in a `model.yaml`. */
  id: `${string}.${string}`;
  /** Makes the object that capabilities call. @throws Error that says why the network does not fit. */
  open(model: TaskModel): R | Promise<R>;
  /** Runs the model once on a small input, before its first call. If this throws, the model is broken. */
  tryOut(runner: R): Promise<unknown>;
}

/** Declares a model task. TypeScript infers what `setup` receives from `open`. */
export const defineModelTask = <R extends object>(task: ModelTaskDefinition<R>): ModelTaskDefinition<R> => task;

/** @throws Error if the task does not carry the name of its plugin, or lacks a function. */
export function checkModelTask(plugin: string, task: ModelTaskDefinition): void {
  if (typeof task?.id !== 'string' || !isAddedTask(task.id) || !task.id.startsWith(`${plugin}.`))
    throw new Error(`its model task '${task?.id}' needs an 'id' such as '${plugin}.depth': the plugin's name and a word`);
  const missing = (['open', 'tryOut'] as const).find((method) => typeof task[method] !== 'function');
  if (missing) throw new Error(`its model task '${task.id}' needs the function '${missing}'`);
}

export async function openAddedTask(task: ModelTaskDefinition, { identity, manifest, session }: LoadedModel): Promise<Running> {
  const runner = await task.open({ identity, manifest, network: networkOn(session) });
  if (typeof runner !== 'object' || runner === null)
    throw new Error(`'open' of the model task '${task.id}' must return an object.`);
  return {
    runner: runner as Running<ModelTask>['runner'],
    warm: async () => void (await task.tryOut(runner)),
    close: () => session.release(),
  };
}
