import { spawn } from 'node:child_process';
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_NODE } from './machines.mjs';
import { CACHE, debian, has, nodeLayer, npmSettings, run, USER } from './parts.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const OUTPUT_LIMIT = 4_000_000;

/** Why no system of its own can be made here; undefined where it can. */
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

  constructor(spec) {
    this.#spec = spec;
    mkdirSync(join(CACHE, 'machines'), { recursive: true });
    this.#folder = mkdtempSync(join(CACHE, 'machines', `${spec.name}-`));
    this.#layers = [nodeLayer(spec.node ?? DEFAULT_NODE), debian()];
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
  async exec(command, { as = 'user', folder, offline = false, readOnly, env = {}, limitMs, onLine } = {}) {
    const { umask, nice, memoryMiB } = this.#spec;
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

/** A machine without a system of its own: this system, but nothing on the PATH, and nothing in the environment. */
export class PathMachine {
  #folder;
  #spec;

  constructor(spec) {
    this.#spec = spec;
    this.#folder = mkdtempSync(join(tmpdir(), `percept-bare-${spec.name}-`));
    this.node = join(this.#folder, 'bin');
    this.home = join(this.#folder, 'home');
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
      npm_config_cache: join(CACHE, 'npm-of-user'),
      npm_config_prefix: join(this.#folder, 'global'),
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
export function needsSystem({ installedBy, memoryMiB, offline, readOnly, from }) {
  if (from === 'package' || installedBy || readOnly) return 'another user';
  if (memoryMiB) return 'a limit of memory';
  if (offline) return 'a network of its own';
}

function environment({ home = true, env }, bin, more) {
  const all = { PATH: `${bin}:/usr/bin:/bin`, LANG: 'C.UTF-8', npm_config_cache: '/var/cache/npm', ...env, ...more };
  if (!home) delete all.HOME;
  if (!existsSync('/usr/bin/env') || bin !== '/opt/node/bin') all.PATH = bin;
  return Object.entries(all).map(([name, value]) => `${name}=${value}`);
}

async function finish(child, { limitMs, onLine }) {
  let output = '';
  let rest = '';
  const keep = (chunk) => (output = (output + chunk).slice(-OUTPUT_LIMIT));
  child.stderr.on('data', keep);
  child.stdout.on('data', (chunk) => {
    keep(chunk);
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    if (onLine) lines.forEach(onLine);
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, limitMs);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  clearTimeout(timer);
  if (late) output += `\nIt did not end within ${limitMs / 1000} s.`;
  return { code: late ? null : code, output };
}

/** How memory is limited on this machine; undefined where it cannot be. */
export function memoryLimiter() {
  if (existsSync('/sys/fs/cgroup/cgroup.controllers')) return 'cgroup v2';
  if (existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes')) return 'cgroup v1';
}

let groups = 0;

/** A group whose processes have that much memory together. @throws Error where memory cannot be limited. */
function memoryGroup(mebibytes) {
  const limiter = memoryLimiter();
  if (!limiter) throw new Error('This machine has no cgroups to limit memory with.');
  const bytes = String(mebibytes * 1024 * 1024);
  const isV2 = limiter === 'cgroup v2';
  const group = join('/sys/fs/cgroup', isV2 ? '' : 'memory', `percept-bare-${process.pid}-${(groups += 1)}`);
  if (isV2) writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+memory');
  mkdirSync(group);
  writeFileSync(join(group, isV2 ? 'memory.max' : 'memory.limit_in_bytes'), bytes);
  const swap = join(group, isV2 ? 'memory.swap.max' : 'memory.memsw.limit_in_bytes');
  if (existsSync(swap)) writeFileSync(swap, isV2 ? '0' : bytes);
  return group;
}

async function removeGroup(group) {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      return rmdirSync(group);
    } catch {
      // The kernel frees the last process a moment after it ended.
      await wait(100);
    }
  }
}
