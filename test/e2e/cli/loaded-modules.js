'use strict';
// Given to Node with --require: writes the names of the packages that a command loaded, on its own thread, to a file at its end.
const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*/;
if (isMainThread)
  process.on('exit', () => {
    const names = Object.keys(require.cache).flatMap((path) => (PACKAGE.test(path) ? [path.replace(PACKAGE, '$1')] : []));
    writeFileSync(process.env.LOADED_MODULES, JSON.stringify([...new Set(names)]));
  });
