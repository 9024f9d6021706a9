import { join } from 'node:path';

/** The folder of each plugin, by the name that the ids of its capabilities begin with. */
const FOLDERS = new Map(
  ['vision', 'video', 'text', 'forecast', 'document', 'table'].map((name) => [name, name === 'document' ? 'documents' : name]),
);

/**
 * The plugins in the box, by the absolute path of their modules: the host and its workers load them, nobody else needs to.
 * @param folder this library's compiled folder; workers cannot load TypeScript.
 */
export const builtinPluginModules = (folder: string = __dirname): string[] =>
  [...FOLDERS.values()].map((name) => join(folder, name));

/** The modules in the box whose plugins have no capability: doors. Workers need not load them. */
export const builtinKindModules = (folder: string = __dirname): string[] => [join(folder, 'doors')];

/** The plugin in the box that brings decoders and tasks for models, by the absolute path of its module. */
export const modelPluginModules = (folder: string = __dirname): string[] => [join(folder, 'architectures')];

/** The one module that has the capability, if it comes with Percept: the ids of a plugin start with its name. */
export function builtinPluginModule(capability: string, folder: string = __dirname): string | undefined {
  const name = FOLDERS.get(capability.split('.')[0]!);
  return name === undefined ? undefined : join(folder, name);
}
