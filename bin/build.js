'use strict';
const { execFileSync } = require('node:child_process');
const { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { totalmem } = require('node:os');
const { join } = require('node:path');
const { withBuildLock } = require('./build-lock');

const ROOT = join(__dirname, '..');
const SOURCES = ['apps/api/src', 'libs', 'test', 'tools', 'lab'].map((folder) => join(ROOT, folder)).filter(existsSync);
const STAMP = join(ROOT, 'dist', '.built');

const DASHBOARD = join(ROOT, 'apps', 'dashboard');
const DASHBOARD_STAMP = join(DASHBOARD, 'dist', '.built');

/** The newest change of a source, ms since the epoch. */
function newest(folder, pattern = /\.ts$/) {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return ['dist', 'node_modules'].includes(entry.name) ? 0 : newest(path, pattern);
      return pattern.test(entry.name) ? statSync(path).mtimeMs : 0;
    }),
  );
}

/** Whether this user may write to a folder, or create it. */
function isWritable(folder) {
  try {
    accessSync(existsSync(folder) ? folder : join(folder, '..'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function buildTool() {
  const nest = join(ROOT, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  if (existsSync(nest)) return nest;
  throw new Error(`Percept is not built, and npm did not install what builds it. Run this in ${ROOT}: npm ci --include=dev`);
}

/**
 * Compiles the sources if one is newer than the last build. In a published package there is nothing to compile.
 * @throws Error that says why this is not possible.
 */
exports.buildIfStale = () => {
  if (!existsSync(join(ROOT, 'tsconfig.json'))) return;
  if (isFresh()) return;
  const dist = join(ROOT, 'dist');
  if (!isWritable(dist)) {
    const reason = `this user may not write ${dist}. Run this as the owner of the folder: npm run prepare`;
    if (!existsSync(STAMP)) throw new Error(`Percept is not built, and ${reason}`);
    process.stderr.write(`Percept runs what was built before its sources changed: ${reason}\n`);
    return;
  }
  const nest = buildTool();
  withBuildLock(() => isFresh() || build(nest, dist));
};

const isFresh = () => existsSync(STAMP) && statSync(STAMP).mtimeMs >= Math.max(...SOURCES.map((folder) => newest(folder)));

function build(nest, dist) {
  const started = new Date();
  if (process.stderr.isTTY) process.stderr.write('Building …\n');
  try {
    execFileSync(process.execPath, [nest, 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    throw new Error('Percept could not be built: npm run build shows why.', { cause: error });
  }
  bundle();
  mkdirSync(dist, { recursive: true });
  writeFileSync(STAMP, '');
  utimesSync(STAMP, started, started);
}

/** Without the bundle, or what makes it, the service starts from `dist`. */
function bundle() {
  if (!existsSync(join(ROOT, 'node_modules', 'rolldown'))) return;
  try {
    execFileSync(process.execPath, [join(__dirname, 'bundle.js')], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch {
    process.stderr.write('The service could not be bundled, and starts more slowly. `npm run build` shows why.\n');
  }
}

/** Builds the dashboard if one of its sources is newer. Without the tools the service starts without it. */
exports.buildDashboardIfStale = () => {
  const config = join(DASHBOARD, 'vite.config.mts');
  if (!existsSync(config)) return;
  const started = new Date();
  if (existsSync(DASHBOARD_STAMP) && statSync(DASHBOARD_STAMP).mtimeMs >= newest(DASHBOARD, /\.(tsx?|mts|css|html|svg)$/)) return;
  // A user without write access gets the build of the owner.
  if (!isWritable(join(DASHBOARD, 'dist')) && existsSync(DASHBOARD_STAMP)) return;
  if (process.stderr.isTTY) process.stderr.write('Building the dashboard …\n');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    execFileSync(process.execPath, [vite, 'build', DASHBOARD, '--config', config, '--logLevel', 'error'], {
      cwd: ROOT,
      // Jest sets it to `test`, which would select React's development build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(DASHBOARD_STAMP, '');
    utimesSync(DASHBOARD_STAMP, started, started);
  } catch {
    process.stderr.write('The dashboard could not be built; everything else works. `npm run dashboard` shows why.\n');
  }
};

/** npm keeps about 500 MiB while it runs this at the end of an installation, and the build needs as much again. */
function wouldRunOutOfMemory() {
  const isInstalling = ['ci', 'install'].includes(process.env.npm_command);
  return isInstalling && Math.min(totalmem(), process.constrainedMemory() || Infinity) < 1.5 * 1024 ** 3;
}

// Runs at the end of `npm ci` in a clone, so that another user can start Percept. The start repeats the message.
if (require.main === module && wouldRunOutOfMemory())
  process.stdout.write(
    'This machine has too little memory to build beside npm. The first start builds; so does: npm run prepare\n',
  );
else if (require.main === module) {
  try {
    exports.buildIfStale();
    exports.buildDashboardIfStale();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
  }
}
