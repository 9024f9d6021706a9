import { checkPaths, doors } from '../../doors';
import { checkModelTask } from '../../inference/models/runtime';
import { suggest } from '../../kernel';
import { toJsonSchema } from '../../kernel/schema';
import type { PluginDefinition } from './plugin';
import { triggerSources } from '../trigger-sources';
import { operations } from '../operations';
import { outputFormats } from '../outputs';
import { itemSources } from '../sources';

const REGISTRIES = { sources: itemSources, outputs: outputFormats, operations, triggers: triggerSources, doors };
const OTHER_FIELDS = ['name', 'version', 'percept', 'docs', 'options', 'secrets', 'capabilities'];
/** The fields that worker threads load: see `loadExtensions`. */
const MODEL_FIELDS = ['decoders', 'architectures', 'tasks', 'weightSources'];
const FIELDS = [...OTHER_FIELDS, ...MODEL_FIELDS, ...Object.keys(REGISTRIES)];
const KEYWORD = /^[a-z][a-z0-9_]*$/;

const ours = new Set<string>();

/** Whether the plugin comes with Percept. */
export const isOurs = (plugin: string | undefined): boolean => ours.has(plugin ?? '');

/**
 * Registers a plugin's contents for the main thread: all or nothing. Replaces what the same plugin registered before.
 * @param from says whether the plugin comes with Percept: no other plugin can have its name.
 * @throws Error that says what is wrong with the plugin.
 */
export function registerKinds(plugin: PluginDefinition, from = { isOurs: false }): void {
  if (from.isOurs) ours.add(plugin.name);
  else if (isOurs(plugin.name)) throw new Error(`another plugin has the name '${plugin.name}'`);
  if (plugin.modelTasks)
    throw new Error(
      "'modelTasks' is for plugins that come with Percept; bring a task of your own in 'tasks', see defineModelTask",
    );
  const unknown = Object.keys(plugin).find((field) => !FIELDS.includes(field));
  if (unknown) throw new Error(`'${unknown}' is not something that a plugin can have.${suggest(unknown, FIELDS)}`);
  removeKinds(plugin.name);
  try {
    addKinds(plugin);
  } catch (error) {
    removeKinds(plugin.name);
    throw error;
  }
}

function addKinds(plugin: PluginDefinition): void {
  for (const source of plugin.sources ?? []) {
    checkKeyword('source', source.name);
    need(`source '${source.name}'`, source, ['list']);
    itemSources.add(plugin.name, source.name, source);
  }
  for (const format of plugin.outputs ?? []) {
    checkKeyword('output', format.name);
    need(`output '${format.name}'`, format, ['encode']);
    if (!/^\.[a-z0-9]+$/.test(format.extension)) throw new Error(`its output '${format.name}' needs an 'extension' such as .csv`);
    if (!/^[\w.+-]+\/[\w.+-]+/.test(format.mediaType))
      throw new Error(`its output '${format.name}' needs a 'mediaType' such as text/csv`);
    outputFormats.add(plugin.name, format.name, format);
  }
  for (const operation of plugin.operations ?? []) {
    need(`operation '${operation.id}'`, operation, ['run']);
    toJsonSchema(operation.input);
    toJsonSchema(operation.output);
    operations.add(plugin.name, operation.id, operation);
  }
  for (const trigger of plugin.triggers ?? []) {
    checkKeyword('trigger', trigger.name);
    need(`trigger '${trigger.name}'`, trigger, ['parse', 'definition', 'describe']);
    if (!Object.hasOwn(trigger.keywords, trigger.name))
      throw new Error(`its trigger '${trigger.name}' must have the keyword '${trigger.name}' among its keywords`);
    triggerSources.add(plugin.name, trigger.name, trigger);
  }
  for (const [name, decoder] of Object.entries(plugin.decoders ?? {})) need(`decoder '${name}'`, decoder, ['decode']);
  for (const task of plugin.tasks ?? []) checkModelTask(plugin.name, task);
  for (const each of plugin.architectures ?? []) need(`architecture '${each.name}'`, each, ['recognize']);
  for (const each of plugin.weightSources ?? [])
    need(`source of weights ${each.schemes?.[0] ?? ''}`.trim(), each, ['problem', 'fetch']);
  for (const door of plugin.doors ?? []) {
    checkKeyword('door', door.name);
    need(`door '${door.name}'`, door, ['credential', 'error']);
    checkPaths(door, doors.values());
    doors.add(plugin.name, door.name, door);
  }
}

function removeKinds(plugin: string): void {
  for (const registry of Object.values(REGISTRIES)) registry.removeAll(plugin);
}

function checkKeyword(kind: string, name: string): void {
  if (typeof name !== 'string' || !KEYWORD.test(name))
    throw new Error(`its ${kind} '${String(name)}' needs a 'name' in small letters, digits and _`);
}

function need(what: string, value: object, methods: readonly string[]): void {
  const missing = methods.find((method) => typeof (value as Record<string, unknown>)[method] !== 'function');
  if (missing) throw new Error(`its ${what} needs the function '${missing}'`);
}
