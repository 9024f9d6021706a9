'use strict';
const { execFileSync } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
const SOURCES = ['apps/api/src', 'libs', 'test', 'tools'].map((folder) => join(ROOT, folder)).filter(existsSync);
const STAMP = join(ROOT, 'dist', '.built');

const DASHBOARD = join(ROOT, 'apps', 'api', 'dashboard');
const DASHBOARD_STAMP = join(DASHBOARD, 'dist', '.built');

/** The newest change of a source, ms since the epoch. */
function newest(folder, pattern = /\.ts$/) {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'dist' ? 0 : newest(path, pattern);
      return pattern.test(entry.name) ? statSync(path).mtimeMs : 0;
    }),
  );
}

/** Compiles the sources where a source is newer than the last build. In a published package there is nothing to compile. */
exports.buildIfStale = () => {
  if (!existsSync(join(ROOT, 'tsconfig.json'))) return;
  const started = new Date();
  if (existsSync(STAMP) && statSync(STAMP).mtimeMs >= Math.max(...SOURCES.map((folder) => newest(folder)))) return;
  if (process.stderr.isTTY) process.stderr.write('Building …\n');
  const nest = require.resolve('@nestjs/cli/bin/nest.js');
  execFileSync(process.execPath, [nest, 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, '');
  utimesSync(STAMP, started, started);
};

/** Builds the dashboard's page where a source of it is newer than the page. Without the tools the service starts without it. */
exports.buildDashboardIfStale = () => {
  const config = join(DASHBOARD, 'vite.config.mts');
  if (!existsSync(config)) return;
  const started = new Date();
  if (existsSync(DASHBOARD_STAMP) && statSync(DASHBOARD_STAMP).mtimeMs >= newest(DASHBOARD, /\.(tsx?|mts|css|html|svg)$/)) return;
  if (process.stderr.isTTY) process.stderr.write('Building the dashboard …\n');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    execFileSync(process.execPath, [vite, 'build', DASHBOARD, '--config', config, '--logLevel', 'error'], {
      cwd: ROOT,
      // Jest sets it to `test`, which would bring React's development build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(DASHBOARD_STAMP, '');
    utimesSync(DASHBOARD_STAMP, started, started);
  } catch {
    process.stderr.write('The dashboard could not be built; everything else works. `npm run dashboard` shows why.\n');
  }
};
