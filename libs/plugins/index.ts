import { join } from 'node:path';
import type { PluginDefinition } from '@percept/core';
import forecast from './forecast';
import table from './table';
import text from './text';
import video from './video';
import vision from './vision';

/** The plugins in the box. */
export const builtinPlugins: readonly PluginDefinition[] = [vision, video, text, forecast, table];

/**
 * Their modules by absolute path, for the host and its workers.
 * @param folder this library's compiled folder; workers cannot load TypeScript.
 */
export function builtinPluginModules(folder: string = __dirname): string[] {
  return builtinPlugins.map(({ name }) => join(folder, name));
}
