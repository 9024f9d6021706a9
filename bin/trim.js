'use strict';
// Deletes from Percept's packages what this machine never loads, a third of an installation: the libraries of other systems and
// processors, and the sources of compiled ones. npm runs this while it installs; where npm runs no scripts, `node bin/trim.js` in
// Percept's folder does the same. See docs/decisions/installation.md.
const { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

/** npm sets these where it installs for another machine: `npm install --os=linux --cpu=arm64`. */
const SYSTEM = process.env.npm_config_os || process.platform;
const PROCESSOR = process.env.npm_config_cpu || process.arch;

/** Folders with an entry for each platform, and the entries that this machine may load. Linux may be with glibc or with musl. */
const LIBRARIES = [
  ['onnxruntime-node/bin/napi-v6', new RegExp(`^${SYSTEM}$`)],
  [`onnxruntime-node/bin/napi-v6/${SYSTEM}`, new RegExp(`^${PROCESSOR}$`)],
  ['better-sqlite3-13/prebuilds', new RegExp(`^${SYSTEM}(musl)?-${PROCESSOR}\\.node$`)],
];
/** Folders with a compiled library, its name, and beside it what it was compiled from. */
const SOURCES = [
  ['better-sqlite3-13/prebuilds', LIBRARIES[2][1], ['../deps', '../src']],
  [
    'better-sqlite3/build/Release',
    /^better_sqlite3\.node$/,
    ['../../deps', '../../src', '.deps', 'obj', 'obj.target', 'sqlite3.a'],
  ],
];

/** Forms of a package beside the one that is loaded: for browsers, for bundlers, and what it was written as. */
const UNUSED = [
  ['@cantoo/pdf-lib', 'cjs', ['dist', 'es', 'src', 'ts3.4']],
  ['libphonenumber-js', 'build', ['bundle']],
];

const entriesOf = (folder) => {
  try {
    return readdirSync(folder ?? '');
  } catch {
    return [];
  }
};

/** @returns {string[]} Folders of the packages in a `node_modules`, and of those within them. A package that is linked to is not searched. */
const packagesIn = (modules) =>
  readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const folder = join(modules, entry.name);
    if (entry.name.startsWith('@')) return packagesIn(folder);
    if (!existsSync(join(folder, 'package.json'))) return [];
    const nested = join(folder, 'node_modules');
    return [folder, ...(entry.isDirectory() && existsSync(nested) ? packagesIn(nested) : [])];
  });

/** @returns {string[]} The packages that the one in this folder needs. */
const needsOf = (folder, ...more) => {
  // npm writes that of an application at the end of its first installation.
  const described = existsSync(join(folder, 'package.json'))
    ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    : {};
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies', ...more];
  return kinds.flatMap((kind) => Object.keys(described[kind] ?? {}));
};

/**
 * Without `-g`, npm and Yarn put Percept's packages beside it, where the application and its other packages find them, too.
 * @returns {Set<string>} What Percept needs and they do not, nor a package that nobody needs.
 */
const neededByPerceptAlone = (modules) => {
  const needs = new Map();
  for (const folder of packagesIn(modules)) {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    needs.set(name, [...(needs.get(name) ?? []), ...needsOf(folder)]);
  }
  const reached = (names, found = new Set(['percept'])) => {
    for (const name of names) if (!found.has(name)) reached(needs.get(name) ?? [], found.add(name));
    return found;
  };
  const named = new Set([...needs.values()].flat());
  const ofApplication = needsOf(dirname(modules), 'devDependencies');
  const others = reached([...ofApplication, ...[...needs.keys()].filter((name) => !named.has(name))]);
  return new Set([...reached(needs.get('percept') ?? [])].filter((name) => !others.has(name)));
};

/** @returns {(path: string) => string | undefined} Where a package of Percept lies, given a path that begins with its name. */
const ownPackages = (root) => {
  const modules = dirname(realpathSync(root));
  const beside = basename(modules) === 'node_modules' ? neededByPerceptAlone(modules) : new Set();
  return (path) => {
    const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
    if (existsSync(join(root, 'node_modules', name))) return join(root, 'node_modules', path);
    // pnpm links to packages, which others may link to as well.
    const isOwn = beside.has(name) && lstatSync(join(modules, name), { throwIfNoEntry: false })?.isDirectory();
    return isOwn ? join(modules, path) : undefined;
  };
};

/**
 * Deletes only from packages that no other package reads. A folder without anything for this machine stays whole.
 * @param {string} root Percept's folder
 */
exports.trim = (root) => {
  const folderOf = ownPackages(root);
  const remove = (folder, entry) => rmSync(join(folder, entry), { recursive: true, force: true });
  for (const [path, ours] of LIBRARIES) {
    const folder = folderOf(path);
    const entries = entriesOf(folder);
    if (!entries.some((entry) => ours.test(entry))) continue;
    for (const entry of entries) if (!ours.test(entry)) remove(folder, entry);
  }
  for (const [path, loaded, forms] of UNUSED)
    if (entriesOf(folderOf(path)).includes(loaded)) for (const form of forms) remove(folderOf(path), form);
  for (const [path, compiled, sources] of SOURCES)
    if (entriesOf(folderOf(path)).some((entry) => compiled.test(entry)))
      for (const entry of sources) remove(folderOf(path), entry);
};

if (require.main === module) exports.trim(join(__dirname, '..'));
