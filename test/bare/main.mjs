// Tries a fresh copy of HEAD on bare machines and prints what works: see docs/measuring.md.
import { mkdirSync, mkdtempSync, readdirSync, existsSync, renameSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { memoryLimiter, needsSystem, PathMachine, SystemMachine, whyNoSystem } from './machine.mjs';
import { ALL, DEFAULT_NODE, NPM_OF_NODE, QUICK } from './machines.mjs';
import { CACHE, run } from './parts.mjs';
import { report } from './report.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
const MINUTE_MS = 60_000;
const LIMIT_MS = { install: 15 * MINUTE_MS, calls: 20 * MINUTE_MS, tests: 120 * MINUTE_MS };
const CALL_FILES = ['calls.mjs', 'service.mjs', 'receiver.mjs'];
/** What a clean installation does not print. */
const NOISE = /^npm (warn|error|notice)\b.*/im;

const HELP = `bash test/bare/run [--quick] [--only NAME]… [--node VERSION] [--no-tests] [--keep] [--video FILE]…

Installs the last commit on bare machines, calls everything, and prints a table. The exit code is 1 if something is not ok.

  --quick         the two hardest machines without npm test, in under four minutes
  --only NAME     only that machine (may be repeated)
  --node VERSION  every machine on that Node: ${Object.keys(NPM_OF_NODE).sort().join(', ')}
  --no-tests      without npm test
  --keep          leaves the machines in ${CACHE}/machines
  --video FILE    analyzes this video too (may be repeated)

Machines:
${ALL.map(({ name, about }) => `  ${name.padEnd(16)}${about}`).join('\n')}

Root and debootstrap make real machines. Without them they are an empty environment whose PATH has only Node and npm, and the
machines that need more are skipped. PERCEPT_BARE_CACHE (${CACHE}) keeps what every call needs.`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    node: { type: 'string' },
    'no-tests': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    video: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});

function chosen() {
  const unknown = (options.only ?? []).filter((name) => !ALL.some((machine) => machine.name === name));
  if (unknown.length > 0) throw new Error(`There is no machine '${unknown[0]}'. --help lists them.`);
  if (options.node && !NPM_OF_NODE[options.node])
    throw new Error(`Node ${options.node} is not tried; --node takes ${Object.keys(NPM_OF_NODE).sort().join(', ')}.`);
  return (options.only ? ALL.filter(({ name }) => options.only.includes(name)) : options.quick ? QUICK : ALL).map((machine) =>
    options.node ? { ...machine, node: options.node } : machine,
  );
}

/** One machine from the installation to the tests. */
class Trial {
  constructor(spec, parts) {
    this.spec = spec;
    this.parts = parts;
    this.cells = new Map();
    this.machine = parts.noSystem ? new PathMachine(spec) : new SystemMachine(spec);
    this.folder = join(this.machine.home, spec.folder ?? 'percept');
    this.tools = join(this.machine.home, 'calls');
  }

  tell(call, result, seconds) {
    this.cells.set(call, result);
    process.stderr.write(`  ${call.padEnd(14)}${result.ok ? (result.text ?? 'ok') : 'ERROR'} (${seconds.toFixed(1)} s)\n`);
  }

  /** Runs a command of the installation: what it prints has to be clean. */
  async install(call, command, options) {
    const started = Date.now();
    const { code, output } = await this.machine.exec(command, { limitMs: LIMIT_MS.install, ...options });
    const seconds = (Date.now() - started) / 1000;
    this.tell(call, code === 0 ? { ok: true } : { error: `exit code ${code}\n${output.trim()}` }, seconds);
    if (code !== 0) return false;
    const noise = NOISE.exec(output)?.[0];
    if (noise) this.tell('clean screen', { error: noise }, 0);
    else if (!this.cells.has('clean screen')) this.tell('clean screen', { ok: true }, 0);
    return true;
  }

  async fromArchive() {
    const { installedBy, readOnly } = this.spec;
    const by = installedBy ?? 'user';
    this.machine.unpack(this.parts.archive, this.folder, by);
    if (!(await this.install('npm ci', ['npm', 'ci'], { as: by, folder: this.folder }))) return;
    const data = join(this.machine.home, 'data');
    await this.call(['npm', 'start'], {
      folder: this.folder,
      examples: join(this.folder, 'examples'),
      readOnly: readOnly && this.folder,
      env: installedBy ? { PERCEPT_DATA_DIR: data } : {},
    });
    if (this.parts.tests && this.spec.tests !== false) await this.test();
    if (this.parts.needsPackage && !existsSync(this.parts.package)) await this.pack();
  }

  async fromPackage() {
    const file = '/tmp/percept.tgz';
    this.machine.write(file, readFileSync(this.parts.package));
    if (!(await this.install('npm install -g', ['npm', 'install', '--global', file], { as: 'root', folder: '/root' }))) return;
    this.machine.unpack(this.parts.empty, this.folder, 'user');
    const examples = '/opt/node/lib/node_modules/percept/examples';
    await this.call(['percept', 'serve'], { folder: this.folder, examples });
  }

  async call(command, { folder, examples, readOnly, env }) {
    this.machine.unpack(this.parts.calls, this.tools, 'user');
    const videos = [
      join(examples, 'clips', 'harbour.mp4'),
      ...readdirSync(this.machine.outside(this.tools))
        .filter((name) => !name.endsWith('.mjs'))
        .map((name) => join(this.tools, name)),
    ];
    const { code, output } = await this.machine.exec(
      [join(this.machine.node, 'node'), join(this.tools, 'calls.mjs'), JSON.stringify({ command, examples, videos })],
      {
        folder,
        readOnly,
        offline: this.spec.offline,
        env,
        limitMs: LIMIT_MS.calls,
        onLine: (line) => {
          const { call, seconds, ...result } = JSON.parse(line);
          this.tell(call, result, seconds);
        },
      },
    );
    if (code !== 0) this.tell('start', { error: `exit code ${code}\n${output}` }, 0);
  }

  async test() {
    const started = Date.now();
    const { code, output } = await this.machine.exec(['npm', 'test'], { folder: this.folder, limitMs: LIMIT_MS.tests });
    const counts = /^Tests:\s+(.*)$/m.exec(output)?.[1] ?? 'no counts';
    const failed = output.split('\n').filter((line) => /^FAIL |●.*›/.test(line));
    const result = code === 0 ? { ok: true, text: counts } : { error: [counts, ...new Set(failed)].join('\n') };
    this.tell('npm test', result, (Date.now() - started) / 1000);
  }

  async pack() {
    if (await this.install('npm pack', ['npm', 'pack'], { folder: this.folder })) {
      const name = readdirSync(this.machine.outside(this.folder)).find((each) => each.endsWith('.tgz'));
      mkdirSync(dirname(this.parts.package), { recursive: true });
      renameSync(join(this.machine.outside(this.folder), name), this.parts.package);
    }
  }
}

async function main() {
  if (options.help) return void process.stdout.write(`${HELP}\n`);
  const machines = chosen();
  const scratch = mkdtempSync(join(tmpdir(), 'percept-bare-'));
  const git = (...args) => run('git', ['-c', 'safe.directory=*', '-C', ROOT, ...args]);
  const commit = git('rev-parse', '--short', 'HEAD').trim();
  const parts = {
    archive: join(scratch, 'percept.tar'),
    calls: join(scratch, 'calls.tar'),
    empty: join(scratch, 'empty.tar'),
    package: join(CACHE, 'packages', `${commit}.tgz`),
    tests: !options.quick && !options['no-tests'],
    noSystem: whyNoSystem(),
  };
  if (git('status', '--porcelain').trim()) process.stderr.write('What is not committed is not tried.\n');
  git('archive', '--output', parts.archive, 'HEAD');
  run('tar', ['--create', '--file', parts.empty, '--files-from', '/dev/null']);
  run('tar', [
    '--create',
    '--file',
    parts.calls,
    '--directory',
    HERE,
    ...CALL_FILES,
    ...options.video.flatMap((file) => ['--directory', dirname(resolve(file)), basename(file)]),
  ]);
  const trials = [];
  try {
    for (const spec of withPacker(machines, parts)) trials.push(await tryMachine(spec, parts));
  } finally {
    rmSync(scratch, { recursive: true });
  }
  process.stdout.write(
    report(
      trials,
      commit,
      parts.noSystem ? `an empty environment (${parts.noSystem})` : 'Debian bookworm, minbase',
      memoryLimiter(),
    ),
  );
  process.exitCode = trials.every(({ cells, skipped }) => skipped || [...cells.values()].every(({ ok }) => ok)) ? 0 : 1;
}

/** Where the tarball is needed and is not there, and no machine before makes it, one that does comes first. */
function withPacker(machines, parts) {
  const first = machines.findIndex(({ from }) => from === 'package');
  parts.needsPackage = first >= 0;
  if (first < 0 || existsSync(parts.package) || machines.slice(0, first).some(({ env }) => env?.NODE_ENV !== 'production'))
    return machines;
  return [ALL.find(({ name }) => name === 'user'), ...machines];
}

async function tryMachine(spec, parts) {
  const lacking = parts.noSystem && needsSystem(spec);
  if (lacking) return { spec, cells: new Map(), skipped: `it needs ${lacking}` };
  if (spec.memoryMiB && !memoryLimiter())
    process.stderr.write(`${spec.name}: this machine has no cgroups; memory is not limited.\n`);
  process.stderr.write(`${spec.name}: ${spec.about} (Node ${spec.node ?? DEFAULT_NODE})\n`);
  const trial = new Trial(spec, parts);
  try {
    if (spec.from === 'package' && !existsSync(parts.package)) trial.tell('npm install -g', { error: 'npm pack failed' }, 0);
    else await (spec.from === 'package' ? trial.fromPackage() : trial.fromArchive());
  } finally {
    if (!options.keep) trial.machine.remove();
  }
  return trial;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
