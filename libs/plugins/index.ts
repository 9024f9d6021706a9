import { join } from 'node:path';

const NAMES = ['vision', 'video', 'text', 'forecast', 'table'];

/**
 * The plugins in the box, by the absolute path of their modules: the host and its workers load them, nobody else needs to.
 * @param folder this library's compiled folder; workers cannot load TypeScript.
 */
export const builtinPluginModules = (folder: string = __dirname): string[] => NAMES.map((name) => join(folder, name));

/** The one module that has the capability, if it comes with Percept: the ids of a plugin start with its name. */
export function builtinPluginModule(capability: string, folder: string = __dirname): string | undefined {
  const [name] = capability.split('.');
  return NAMES.includes(name!) ? join(folder, name!) : undefined;
}
