'use strict';
// npm runs this after it has unpacked all packages, and before their scripts. That of onnxruntime-node downloads GPU libraries from
// NuGet and fails the whole install if it cannot reach it. Percept does not use them, so this empties the script's download list,
// unless the user sets ONNXRUNTIME_NODE_INSTALL. In a clone, the lock file keeps npm from running that script.
const { writeFileSync } = require('node:fs');
const { join, dirname } = require('node:path');

const asked = ['ONNXRUNTIME_NODE_INSTALL', 'npm_config_onnxruntime_node_install'].some((name) => process.env[name]);
if (__dirname.includes('node_modules') && !asked) {
  try {
    const folder = dirname(require.resolve('onnxruntime-node/package.json'));
    writeFileSync(join(folder, 'script', 'install-metadata.js'), 'module.exports = { requirements: {} };\n');
  } catch {
    // Then that script runs unchanged.
  }
}
