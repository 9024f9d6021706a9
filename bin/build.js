'use strict';
const { execFileSync } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
const SOURCES = ['apps/api/src', 'libs', 'test', 'tools'].map((folder) => join(ROOT, folder)).filter(existsSync);
const STAMP = join(ROOT, 'dist', '.built');

/** The newest change of a source, ms since the epoch. */
function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return newest(path);
      return entry.name.endsWith('.ts') ? statSync(path).mtimeMs : 0;
    }),
  );
}

/** Compiles the sources where a source is newer than the last build. In a published package there is nothing to compile. */
exports.buildIfStale = () => {
  if (!existsSync(join(ROOT, 'tsconfig.json'))) return;
  const started = new Date();
  if (existsSync(STAMP) && statSync(STAMP).mtimeMs >= Math.max(...SOURCES.map(newest))) return;
  if (process.stderr.isTTY) process.stderr.write('Building …\n');
  const nest = require.resolve('@nestjs/cli/bin/nest.js');
  execFileSync(process.execPath, [nest, 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, '');
  utimesSync(STAMP, started, started);
};
