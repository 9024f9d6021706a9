import { spawn } from 'node:child_process';
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { environment, finish } from './inside.mjs';
import { DEFAULT_NODE } from './machines.mjs';
import { memoryGroup, removeGroup } from './memory.mjs';
import { CACHE, debian, has, nodeLayer, run, USER } from './parts.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Why no system of its own can be made here; undefined if it can. */
export function whyNoSystem() {
  if (process.env.PERCEPT_BARE_SYSTEM === 'off') return 'PERCEPT_BARE_SYSTEM is off';
  if (process.platform !== 'linux') return 'this is not Linux';
  if (process.getuid() !== 0) return 'this is not root';
  const missing = ['debootstrap', 'unshare', 'chroot', 'taskset', 'ip'].filter((command) => !has(command));
  if (missing.length > 0) return `${missing.join(', ')} is missing`;
  try {
    run('unshare', ['--mount', '--pid', '--net', '--fork', 'true']);
  } catch {
    return 'unshare is not allowed here';
  }
}

/** A machine with a system of its own: Debian's minimal one, Node, and what was changed since. */
export class SystemMachine {
  #folder;
  #layers;
  #spec;
  node = '/opt/node/bin';
  home = USER.home;
  /** Where root works, and where its global packages lie. */
  root = '/root';
  packages = '/opt/node/lib/node_modules';

  constructor(spec) {
    this.#spec = spec;
    mkdirSync(join(CACHE, 'machines'), { recursive: true });
    this.#folder = mkdtempSync(join(CACHE, 'machines', `${spec.name}-`));
    this.#layers = [nodeLayer(spec.node ?? DEFAULT_NODE), debian(spec.compiler)];
    mkdirSync(this.#changed(USER.home), { recursive: true });
    chownSync(this.#changed(USER.home), USER.id, USER.id);
  }

  /** Puts what the tar archive has into a folder of the machine. */
  unpack(archive, to, owner) {
    const folder = this.#changed(to);
    run('mkdir', ['-p', folder]);
    run('sh', [
      '-c',
      'umask "$1"; tar --extract --no-same-permissions --no-same-owner --file "$2" --directory "$3"',
      'sh',
      this.#spec.umask ?? '022',
      archive,
      folder,
    ]);
    if (owner !== 'root') run('chown', ['-R', `${USER.id}:${USER.id}`, folder]);
  }

  write(file, content) {
    mkdirSync(dirname(this.#changed(file)), { recursive: true });
    writeFileSync(this.#changed(file), content);
  }

  /** Where a file that the machine made lies outside it. */
  #changed = (path) => join(this.#folder, 'changes', path);
  outside = this.#changed;

  /** Runs a command. @returns its exit code and all that it printed. */
  async exec(
    command,
    { as = 'user', folder, offline = false, readOnly, env = {}, limitMs, onLine, memoryMiB = this.#spec.memoryMiB } = {},
  ) {
    const { umask, nice } = this.#spec;
    const isUser = as === 'user';
    const npmCache = join(CACHE, `npm-of-${as}`);
    mkdirSync(npmCache, { recursive: true });
    if (isUser && lstatSync(npmCache).uid !== USER.id) run('chown', ['-R', `${USER.id}:${USER.id}`, npmCache]);
    const group = memoryMiB ? memoryGroup(memoryMiB) : undefined;
    const settings = {
      PATH: process.env.PATH,
      LAYERS: this.#layers.join(':'),
      MACHINE: this.#folder,
      RUN_AS: isUser ? `${USER.id}:${USER.id}` : '0:0',
      WORK_DIR: folder,
      BIND: `${npmCache} /var/cache/npm`,
      ...(readOnly && { READ_ONLY: readOnly }),
      ...(offline && { NET: 'off' }),
      ...(group && { MEMORY_GROUP: group, CORES: '0' }),
      ...(isUser && umask && { UMASK: umask }),
      ...(nice && { NICE: String(nice) }),
    };
    const inside = environment(this.#spec, this.node, { ...(isUser ? { HOME: USER.home } : { HOME: '/root' }), ...env });
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(offline ? ['--net'] : [])];
    try {
      return await finish(
        spawn('unshare', [...namespaces, 'bash', join(HERE, 'enter.sh'), 'env', '-i', ...inside, ...command], {
          env: settings,
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
        { limitMs, onLine },
      );
    } finally {
      if (group) await removeGroup(group);
    }
  }

  remove = () => rmSync(this.#folder, { recursive: true, force: true });
}
