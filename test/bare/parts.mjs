// What bare machines are made of, kept between calls: Debian's minimal system, and every Node with its npm.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { NODES } from './machines.mjs';

export const CACHE = process.env.PERCEPT_BARE_CACHE ?? '/var/tmp/percept-bare';
/** The ordinary user. */
export const USER = { name: 'someone', id: 4321, home: '/home/someone' };

/** The output of a command. @throws Error with all that it printed. */
export function run(command, args, options = {}) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28, ...options });
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')} failed: ${error.message}\n${error.stdout ?? ''}`, { cause: error });
  }
}

export const has = (command) => {
  try {
    run('sh', ['-c', `command -v ${command}`]);
    return true;
  } catch {
    return false;
  }
};

/** Makes the folder once: what was interrupted is made again. */
function kept(name, make) {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  process.stderr.write(`Preparing ${name} in ${CACHE} …\n`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  make(unfinished);
  renameSync(unfinished, folder);
  return folder;
}

/** Debian's minimal system with one ordinary user and what Node 26 is linked with; with Python and a compiler where asked for. */
export const debian = (compiler = false) =>
  kept(`debian-bookworm-libatomic1${compiler ? '-compiler' : ''}`, (folder) => {
    const packages = ['libatomic1', ...(compiler ? ['python3', 'make', 'g++'] : [])];
    run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, 'bookworm', folder, debianMirror()], {
      timeout: 600_000,
    });
    writeFileSync(join(folder, 'etc/passwd'), `${USER.name}:x:${USER.id}:${USER.id}::${USER.home}:/bin/sh\n`, { flag: 'a' });
    writeFileSync(join(folder, 'etc/group'), `${USER.name}:x:${USER.id}:\n`, { flag: 'a' });
    run('install', ['-d', '-o', String(USER.id), '-g', String(USER.id), join(folder, USER.home)]);
    rmSync(join(folder, 'var/cache/apt'), { recursive: true });
  });

/** The first mirror of Debian itself that apt is set to use. */
function debianMirror() {
  const lines = run('sh', ['-c', 'cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true']);
  return /^(?:URIs:|deb(?: \[.*\])?)\s+(\S+\/debian\/?)\s*(?:\s|$)/m.exec(lines)?.[1] ?? 'http://deb.debian.org/debian';
}

/** A folder with `opt/node`: Node and npm from npm's registry. */
export function nodeLayer(version) {
  const { node, npm } = NODES[version];
  const layer = kept(`node-${node}-npm-${npm}`, (folder) => {
    const packages = join(folder, 'packages');
    const binary = `node-${process.platform}-${process.arch}`;
    mkdirSync(packages);
    writeFileSync(join(packages, 'package.json'), '{}');
    // With --prefix, npm would look for its global settings there, and those know the way to the registry.
    run('npm', ['install', '--ignore-scripts', `${binary}@${node}`, `npm@${npm}`], { cwd: packages });
    const to = join(folder, 'opt/node');
    mkdirSync(join(to, 'bin'), { recursive: true });
    mkdirSync(join(to, 'lib/node_modules'), { recursive: true });
    copyFileSync(join(packages, 'node_modules', binary, 'bin/node'), join(to, 'bin/node'));
    cpSync(join(packages, 'node_modules', binary, 'include'), join(to, 'include'), { recursive: true });
    cpSync(join(packages, 'node_modules/npm'), join(to, 'lib/node_modules/npm'), { recursive: true });
    for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(to, 'bin', name));
    rmSync(packages, { recursive: true });
  });
  writeNpmSettings(join(layer, 'opt/node'));
  return layer;
}

/** What npm needs to reach its registry from here, and no setting beside that. */
export function npmSettings() {
  const settings = { fund: 'false', audit: 'false', 'update-notifier': 'false' };
  for (const name of ['registry', 'proxy', 'https-proxy', 'cafile']) {
    const value = run('npm', ['config', 'get', name]).trim();
    if (!['', 'null', 'undefined'].includes(value)) settings[name] = value;
  }
  return settings;
}

function writeNpmSettings(prefix) {
  mkdirSync(join(prefix, 'etc'), { recursive: true });
  const settings = npmSettings();
  if (settings.cafile) {
    copyFileSync(settings.cafile, join(prefix, 'etc/ca.crt'));
    settings.cafile = '/opt/node/etc/ca.crt';
  }
  writeFileSync(
    join(prefix, 'etc/npmrc'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
}
