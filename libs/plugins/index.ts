import { join } from 'node:path';

export { BACKGROUND_TEXTS } from './text/models/classification/background-texts';

/** The folder of each plugin, by the name that starts the ids of its capabilities. */
const FOLDERS = new Map(
  ['vision', 'video', 'text', 'forecast', 'document', 'table'].map((name) => [name, name === 'document' ? 'documents' : name]),
);

/**
 * The absolute module paths of the built-in plugins: the host and its workers load them, nobody else needs to.
 * @param folder this library's compiled folder; workers cannot load TypeScript.
 */
export const builtinPluginModules = (folder: string = __dirname): string[] =>
  [...FOLDERS.values()].map((name) => join(folder, name));

/** The built-in modules whose plugins have no capability: sources, outputs, operations, triggers and doors. Workers need not load them. */
export const builtinKindModules = (folder: string = __dirname): string[] =>
  ['files', 'clock', 'arrivals', 'http', 'memory', 'doors'].map((name) => join(folder, name));

/**
 * The absolute module paths of the built-in plugins with the tasks, decoders and sources of models; those loaded first answer most
 * calls.
 */
export const modelPluginModules = (folder: string = __dirname): string[] =>
  ['vision/models', 'text/models', 'architectures', 'weights'].map((name) => join(folder, name));

/** The built-in module that has the capability, if there is one: the ids of a plugin start with its name. */
export function builtinPluginModule(capability: string, folder: string = __dirname): string | undefined {
  const name = FOLDERS.get(capability.split('.')[0]!);
  return name === undefined ? undefined : join(folder, name);
}
