// Tries a fresh copy of HEAD on bare machines and prints what works: see docs/guides/measuring.md.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ALL, DEFAULT_NODE, NODES, QUICK } from './machines.mjs';
import { memoryLimiter } from './memory.mjs';
import { CACHE, run } from './parts.mjs';
import { leftOut, needsSystem } from './path-machine.mjs';
import { report } from './report.mjs';
import { keep, kept } from './results.mjs';
import { whyNoSystem } from './system-machine.mjs';
import { Trial } from './trial.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
const CALL_FILES = ['calls.mjs', 'service.mjs', 'receiver.mjs', 'printed-lines.mjs'];

const HELP = `bash test/bare/run [--quick] [--only NAME]… [--node VERSION] [--no-tests] [--resume] [--keep]
                   [--video FILE]…

Installs the last commit on bare machines, calls everything, and prints a table. The exit code is 1 if something is not ok.

  --quick         the two hardest machines, without npm test
  --only NAME     only that machine (may be repeated)
  --node VERSION  every machine on that Node: ${Object.keys(NODES).sort().join(', ')}
  --no-tests      without npm test
  --resume        does not try a machine again that was ok with this commit, npm test included
  --commit REV    that commit instead of the last one
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
    resume: { type: 'boolean', default: false },
    commit: { type: 'string', default: 'HEAD' },
    keep: { type: 'boolean', default: false },
    video: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});

function chosen() {
  const unknown = (options.only ?? []).filter((name) => !ALL.some((machine) => machine.name === name));
  if (unknown.length > 0) throw new Error(`There is no machine '${unknown[0]}'. --help lists them.`);
  if (options.node && !NODES[options.node])
    throw new Error(`Node ${options.node} is not tried; --node takes ${Object.keys(NODES).sort().join(', ')}.`);
  return (options.only ? ALL.filter(({ name }) => options.only.includes(name)) : options.quick ? QUICK : ALL).map((machine) =>
    options.node ? { ...machine, node: options.node } : machine,
  );
}

async function main() {
  if (options.help) return void process.stdout.write(`${HELP}\n`);
  const machines = chosen();
  const scratch = mkdtempSync(join(tmpdir(), 'percept-bare-'));
  const git = (...args) => run('git', ['-c', 'safe.directory=*', '-C', ROOT, ...args]);
  const commit = git('rev-parse', '--short', options.commit).trim();
  const parts = {
    commit,
    archive: join(scratch, 'percept.tar'),
    calls: join(scratch, 'calls.tar'),
    empty: join(scratch, 'empty.tar'),
    package: join(CACHE, 'packages', `${commit}.tgz`),
    tests: !options.quick && !options['no-tests'],
    noSystem: whyNoSystem(),
  };
  if (git('status', '--porcelain').trim()) process.stderr.write('What is not committed is not tried.\n');
  git('archive', '--output', parts.archive, commit);
  const tar = (file, ...args) => run('tar', ['--create', '--file', file, ...args]);
  const videos = options.video.flatMap((file) => ['--directory', dirname(resolve(file)), basename(file)]);
  tar(parts.empty, '--files-from', '/dev/null');
  tar(parts.calls, '--directory', HERE, ...CALL_FILES, ...videos);
  const trials = [];
  try {
    for (const spec of withPacker(machines, parts)) trials.push(ofBefore(spec, parts) ?? (await tryMachine(spec, parts)));
  } finally {
    rmSync(scratch, { recursive: true });
  }
  const system = parts.noSystem ? `an empty environment, because ${parts.noSystem}` : 'Debian bookworm, minbase';
  process.stdout.write(report(trials, { commit, system, limiter: memoryLimiter() }));
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

/** With --resume, the trial of before if all of it was ok. A machine that makes the package is tried where that is missing. */
function ofBefore(spec, parts) {
  const makesPackage = parts.needsPackage && spec.from !== 'package' && !existsSync(parts.package);
  return options.resume && !makesPackage ? kept(parts.commit, spec) : undefined;
}

async function tryMachine(spec, parts) {
  const lacking = parts.noSystem && needsSystem(spec);
  if (lacking) return { spec, cells: new Map(), skipped: `it needs ${lacking}` };
  if (parts.noSystem && leftOut(spec).length > 0) process.stderr.write(`${spec.name}: without ${leftOut(spec).join(', ')}\n`);
  else if (spec.memoryMiB && !memoryLimiter())
    process.stderr.write(`${spec.name}: this machine has no cgroups; memory is not limited.\n`);
  process.stderr.write(`${spec.name}: ${spec.about} (Node ${spec.node ?? DEFAULT_NODE})\n`);
  const trial = new Trial(spec, parts);
  try {
    await (spec.from === 'package' ? trial.fromPackage() : trial.fromArchive());
  } catch (error) {
    trial.tell('machine', { error: error.message }, 0);
  } finally {
    if (!options.keep) trial.machine.remove();
  }
  if (parts.tests) keep(parts.commit, trial);
  return trial;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
