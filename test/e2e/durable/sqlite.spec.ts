import { spawnSync } from 'node:child_process';
import { openSqliteFile, SQLITE_PACKAGE } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { compiled } from '../../harness/compiled';

const COMPILED = compiled('libs/core/src/durable/database/sqlite/sqlite');

test('a file of SQLite opens on this Node', () => {
  const database = openSqliteFile('');
  expect(database.prepare('SELECT 1 + 1 AS two').get()).toEqual({ two: 2 });
  database.close();
});

test('where npm could not install SQLite, one sentence says so and how to get it', () => {
  const code = `
    const Module = require('node:module');
    const load = Module._load;
    Module._load = (name, ...rest) => {
      if (name === '${SQLITE_PACKAGE}') throw new Error("Cannot find module '" + name + "'\\nRequire stack:\\n- a.js");
      return load(name, ...rest);
    };
    try { require(${JSON.stringify(COMPILED)}).openSqliteFile(''); } catch (error) { console.log(error.message); }`;
  const { stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  expect(stdout).toMatch(
    new RegExp(
      `^SQLite for Node \\d+ on \\S+ is not installed \\(Cannot find module '${SQLITE_PACKAGE}'\\)\\. .*install.*\\n$`,
      'i',
    ),
  );
});
