'use strict';
// npm runs this after the scripts of all packages. The SQLite driver is an optional package, so npm says nothing where it cannot be
// installed, and `percept serve` would be the first to say so: docs/decisions/sqlite.md.
const { join } = require('node:path');
const { trim } = require('./trim');

// As libs/core/src/durable/database/sqlite/sqlite.ts chooses it.
const driver = Number(process.versions.node.split('.', 1)[0]) < 22 ? 'better-sqlite3' : 'better-sqlite3-13';
const { npm_config_os: system = process.platform, npm_config_cpu: processor = process.arch, PERCEPT_DATABASE_URL } = process.env;
const isForThisMachine = system === process.platform && processor === process.arch;

/** Why SQLite cannot be used; undefined if it can. */
function problem() {
  try {
    const Database = require(driver);
    new Database(':memory:').close();
    return undefined;
  } catch (error) {
    return error.message.split('\n', 1)[0];
  }
}

const found = isForThisMachine ? problem() : undefined;
if (found) {
  const remedy =
    driver === 'better-sqlite3'
      ? `Install with Node 22 or newer, which needs no compiler. Or make one available to npm and install again: on Debian,
'apt install g++ make python3'; elsewhere, a C++ compiler and Python. Or let npm reach GitHub, which has a compiled driver.`
      : 'Its package has binaries for Linux, macOS and Windows on x64 and arm64: install on one of these.';
  process.stderr.write(`
Percept needs an SQLite driver, and npm could not install it for Node ${process.versions.node} on ${process.platform}-${process.arch}.
${remedy}
With PostgreSQL alone, Percept needs none: set PERCEPT_DATABASE_URL during the installation.
(${driver}: ${found})

`);
  if (!PERCEPT_DATABASE_URL) process.exitCode = 1;
}
// A clone keeps its packages as npm installs them.
else if (__dirname.includes('node_modules')) {
  try {
    trim(join(__dirname, '..'));
  } catch (error) {
    process.stderr.write(`percept: what this machine does not load stays: ${error.message}\n`);
  }
}
