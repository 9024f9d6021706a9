'use strict';
// Deletes the libraries of other systems and processors from Percept's packages: a third of an installation. npm runs this while
// it installs; where npm runs no scripts, `node bin/other-platforms.js` in Percept's folder does the same.
// See docs/decisions/installation.md.
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
exports.deleteOtherPlatforms = (root) => {
  for (const [path, ours] of LIBRARIES) {
    const folder = join(root, 'node_modules', path);
    const entries = entriesOf(folder);
    if (!entries.some((entry) => ours.test(entry))) continue;
    for (const entry of entries) if (!ours.test(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
  }
};

if (require.main === module) exports.deleteOtherPlatforms(join(__dirname, '..'));
