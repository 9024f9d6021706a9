import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { environment, finish } from './inside.mjs';
import { DEFAULT_NODE } from './machines.mjs';
import { CACHE, nodeLayer, npmSettings, run } from './parts.mjs';

/** A machine without a system of its own: this system, but nothing on the PATH, and nothing in the environment. */
export class PathMachine {
  #folder;
  #spec;

  constructor(spec) {
    this.#spec = spec;
    this.#folder = mkdtempSync(join(tmpdir(), `percept-bare-${spec.name}-`));
    this.node = join(this.#folder, 'bin');
    this.home = join(this.#folder, 'home');
    // Root's part is done by the same user here.
    this.root = this.home;
    this.packages = join(this.#folder, 'global', 'lib', 'node_modules');
    mkdirSync(this.home);
    mkdirSync(this.node);
    const bin = join(nodeLayer(spec.node ?? DEFAULT_NODE), 'opt/node/bin');
    for (const name of ['node', 'npm', 'npx']) symlinkSync(join(bin, name), join(this.node, name));
    // npm runs scripts with sh.
    symlinkSync('/bin/sh', join(this.node, 'sh'));
  }

  unpack(archive, to) {
    run('mkdir', ['-p', to]);
    run('sh', [
      '-c',
      'umask "$1"; tar --extract --no-same-permissions --file "$2" --directory "$3"',
      'sh',
      this.#spec.umask ?? '022',
      archive,
      to,
    ]);
  }

  write = (file, content) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };

  outside = (path) => path;

  exec(command, { folder, env = {}, limitMs, onLine } = {}) {
    const npm = Object.entries(npmSettings()).map(([name, value]) => [`npm_config_${name.replaceAll('-', '_')}`, value]);
    const { umask = '022', nice = 0 } = this.#spec;
    const inside = environment(this.#spec, this.node, {
      HOME: this.home,
      ...Object.fromEntries(npm),
      npm_config_cache: join(CACHE, 'npm-of-path'),
      // A bare machine must not use the settings of the user who runs this.
      npm_config_userconfig: join(this.home, '.npmrc'),
      npm_config_prefix: join(this.#folder, 'global'),
      PATH: `${this.node}:${join(this.#folder, 'global', 'bin')}`,
      ...env,
    });
    const shell = `umask "$1"; cd "$2"; shift 2; exec "$@"`;
    const child = spawn(
      'nice',
      ['-n', String(nice), 'env', '-i', ...inside, '/bin/sh', '-c', shell, 'sh', umask, folder, ...command],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    return finish(child, { limitMs, onLine });
  }

  remove = () => rmSync(this.#folder, { recursive: true, force: true });
}

/** Why that machine cannot be had without a system of its own. */
export function needsSystem({ installedBy, readOnly, compiler }) {
  if (installedBy || readOnly) return 'another user';
  if (compiler) return 'packages of Debian';
}

/** What of the machine is left out without a system of its own. */
export const leftOut = ({ memoryMiB, offline }) => [
  ...(memoryMiB ? ['limits of memory and cores'] : []),
  ...(offline ? ['being offline'] : []),
];
