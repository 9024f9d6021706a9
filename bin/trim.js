'use strict';
// Deletes from Percept's packages what this machine never loads, a third of an installation: the libraries of other systems and
// processors, and the sources of compiled ones. npm runs this while it installs; where npm runs no scripts, `node bin/trim.js` in
// Percept's folder does the same. See docs/decisions/installation.md.
const { readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

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
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/**
 * Only in Percept's own `node_modules`, which no other package reads. A folder without anything for this machine stays whole.
 * @param {string} root Percept's folder
 */
exports.trim = (root) => {
  const folderOf = (path) => join(root, 'node_modules', path);
  const remove = (folder, entry) => rmSync(join(folder, entry), { recursive: true, force: true });
  for (const [path, ours] of LIBRARIES) {
    const entries = entriesOf(folderOf(path));
    if (!entries.some((entry) => ours.test(entry))) continue;
    for (const entry of entries) if (!ours.test(entry)) remove(folderOf(path), entry);
  }
  for (const [path, loaded, forms] of UNUSED)
    if (entriesOf(folderOf(path)).includes(loaded)) for (const form of forms) remove(folderOf(path), form);
  for (const [path, compiled, sources] of SOURCES)
    if (entriesOf(folderOf(path)).some((entry) => compiled.test(entry)))
      for (const entry of sources) remove(folderOf(path), entry);
};

if (require.main === module) exports.trim(join(__dirname, '..'));
