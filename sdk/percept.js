'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const SERVICE = Symbol.for('percept.sdk');
const DIST = join(__dirname, '..', 'dist');
const OWN = ['bundle', ''].map((part) => join(DIST, part, 'libs', 'core', 'src', 'sdk')).find(existsSync);

/**
 * Loads an entry of the SDK from the service that runs this plugin; without one, in a test, from the Percept that this folder
 * belongs to. So a plugin and its service share the classes and the decorators, wherever the plugin's copy of this package is.
 */
module.exports = (entry) => {
  const folder = globalThis[SERVICE] ?? OWN;
  if (!folder) throw new Error(`${__dirname} is a copy outside Percept. Run 'percept plugin link' in your plugin's folder.`);
  return require(join(folder, entry));
};
