import type Database from 'better-sqlite3';

const NODE = process.versions.node.split('.', 1)[0]!;
/** better-sqlite3 13 ships its binaries and needs Node 22. Version 12 works on Node 20 and is built during installation. */
const BUILT_AT_INSTALL = Number(NODE) < 22;
export const SQLITE_PACKAGE = BUILT_AT_INSTALL ? 'better-sqlite3' : 'better-sqlite3-13';

const REMEDY = BUILT_AT_INSTALL
  ? 'npm builds it with a C++ compiler and Python, or downloads it from GitHub, and scripts must be allowed: ' +
    'provide one of these and install again. Or install with Node 22 or newer, which needs none of them.'
  : 'Install Percept again with this Node: npm ci in a clone, npm install -g for the command.';

let driver: typeof Database | undefined;

/** The better-sqlite3 version for this Node. @throws Error with a sentence for the user if npm could not install it. */
export function sqliteDriver(): typeof Database {
  return (driver ??= load());
}

export function openSqliteFile(file: string, options?: Database.Options): Database.Database {
  return new (sqliteDriver())(file, options);
}

function load(): typeof Database {
  try {
    // oxlint-disable-next-line typescript/no-require-imports
    const found = require(SQLITE_PACKAGE) as typeof Database;
    // Creating a database loads the binary.
    new found(':memory:').close();
    return found;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    const place = `Node ${NODE} on ${process.platform}-${process.arch}`;
    throw new Error(`SQLite for ${place} is not installed (${reason}). ${REMEDY}`, { cause: error });
  }
}
