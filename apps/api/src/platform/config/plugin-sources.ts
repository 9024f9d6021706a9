import { type Config, type probePlugins } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parse } from 'yaml';

interface Wanted {
  /** An npm package, or a folder (`./…`, `/…`). */
  use: string;
  options?: Record<string, unknown>;
}

interface FoundPlugins {
  sources: [...Parameters<typeof probePlugins>[0]];
  /** Plugins that were not found, and why. */
  rejected: { source: string; reason: string }[];
}

/** Finds the plugins that the configuration names in `percept.yaml` and in PERCEPT_PLUGINS. */
export function findPlugins(config: Config): FoundPlugins {
  const found: FoundPlugins = { sources: [], rejected: [] };
  for (const { use, options } of wantedPlugins(config)) {
    try {
      found.sources.push({ module: moduleOf(use), options });
    } catch (error) {
      found.rejected.push({ source: use, reason: reasonOf(use, error as NodeJS.ErrnoException) });
    }
  }
  return found;
}

function wantedPlugins(config: Config): Wanted[] {
  const named = config.PERCEPT_PLUGINS.split(',').map((name) => name.trim());
  return [...fromFile(config.PERCEPT_CONFIG_FILE), ...named.filter(Boolean).map((use) => ({ use }))];
}

/** @throws PerceptError INVALID_REQUEST that names the place in the file. */
function fromFile(path: string): Wanted[] {
  if (!existsSync(path)) return [];
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw PerceptError.invalid(path, `it is not YAML: ${(error as Error).message}`);
  }
  const { plugins = [], ...others } = (content ?? {}) as Record<string, unknown>;
  const unknown = Object.keys(others)[0];
  if (unknown) throw PerceptError.invalid(path, `it knows the key 'plugins' only, not '${unknown}'.`);
  if (!Array.isArray(plugins)) throw PerceptError.invalid(path, `'plugins' must be a list of package names or folders.`);
  return plugins.map((each: unknown, index) => wantedOf(each, `${path}, plugins[${index}]`));
}

function wantedOf(entry: unknown, place: string): Wanted {
  if (typeof entry === 'string') return { use: entry };
  const { use, options, ...others } = (entry ?? {}) as Record<string, unknown>;
  const isMap = options === undefined || (typeof options === 'object' && options !== null && !Array.isArray(options));
  if (typeof use !== 'string' || !isMap || Object.keys(others).length > 0)
    throw PerceptError.invalid(place, `write the package's name or folder, or { use: NAME, options: { … } }.`);
  return { use, options: options as Record<string, unknown> | undefined };
}

const isFolder = (use: string): boolean => /^(\.{0,2}\/|\.{1,2}$)/.test(use);

/** Resolves a module as a script in the working folder would. */
function moduleOf(use: string): string {
  return createRequire(resolve('percept.yaml')).resolve(isFolder(use) ? resolve(use) : use);
}

function reasonOf(use: string, { code, message }: NodeJS.ErrnoException): string {
  if (code !== 'MODULE_NOT_FOUND') return message;
  if (!isFolder(use)) return `the package is not installed here: npm install ${use}`;
  if (!existsSync(use)) return `there is no folder ${resolve(use)}`;
  return `the folder has nothing to load: build it first (npm run build), and see that 'main' in its package.json names what was built`;
}
