import type { FetchOptions } from '@percept/sdk/models';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

type Environment = NonNullable<FetchOptions['environment']>;

/** The part of pip's configuration that says where packages come from. */
interface PipConfiguration {
  /** Addresses of simple indexes, in the order in which they are asked. */
  indexes: string[];
}

const INDEX = 'https://pypi.org/simple';
/** The sections of pip's settings that apply to an installation; a later one wins. */
const SECTIONS = ['global', 'download', 'install'];

/** Reads pip's settings as pip does: from the `pip.conf` files, and from `PIP_…`, which win. @throws Error if pip may ask no index. */
export function readPipConfiguration(environment: Environment = {}): PipConfiguration {
  const settings = Object.assign({}, ...configurationFiles(environment).map(readSettings)) as Record<string, string>;
  const setting = (name: string) => environment[`PIP_${name.toUpperCase().replaceAll('-', '_')}`] || settings[name] || '';
  if (/^(1|true|yes|on)$/i.test(setting('no-index')))
    throw new Error('pip is configured to ask no index (no-index). PERCEPT_MODELS_MIRROR names a folder that has the file.');
  return { indexes: [setting('index-url') || INDEX, ...setting('extra-index-url').split(/\s+/)].filter(Boolean) };
}

/**
 * In order: the machine's file, the user's, the virtual environment's, and PIP_CONFIG_FILE last. /dev/null turns all of them off.
 */
function configurationFiles(environment: Environment): string[] {
  const { PIP_CONFIG_FILE, XDG_CONFIG_DIRS, XDG_CONFIG_HOME, VIRTUAL_ENV } = environment;
  if (PIP_CONFIG_FILE === '/dev/null') return [];
  const home = environment['HOME'] || homedir();
  return [
    ...(XDG_CONFIG_DIRS || '/etc/xdg').split(delimiter).map((folder) => join(folder, 'pip', 'pip.conf')),
    '/etc/pip.conf',
    join(home, '.pip', 'pip.conf'),
    join(XDG_CONFIG_HOME || join(home, '.config'), 'pip', 'pip.conf'),
    ...(VIRTUAL_ENV ? [join(VIRTUAL_ENV, 'pip.conf')] : []),
    ...(PIP_CONFIG_FILE ? [PIP_CONFIG_FILE] : []),
  ];
}

/** The settings of one file: `name = value` under `[section]`. An indented line continues the value before it. */
function readSettings(file: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  const sections: Record<string, Record<string, string>> = {};
  let [section, name] = ['', ''];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const head = /^\[(.+)\]/.exec(line)?.[1];
    const [, key, value] = /^([\w-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (head !== undefined) section = head.toLowerCase();
    else if (key !== undefined) (sections[section] ??= {})[(name = key.toLowerCase().replaceAll('_', '-'))] = value!.trim();
    else if (/^\s/.test(line) && sections[section]?.[name] !== undefined) sections[section]![name] += ` ${line.trim()}`;
  }
  return Object.assign({}, ...SECTIONS.map((each) => sections[each] ?? {})) as Record<string, string>;
}
