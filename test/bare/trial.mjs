import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { CACHE } from './parts.mjs';
import { PathMachine } from './path-machine.mjs';
import { SystemMachine } from './system-machine.mjs';

const MINUTE_MS = 60_000;
/** The tests run services beside themselves: that does not fit into the memory that one service is tried with. */
const TESTS_MIB = 4096;
const LIMIT_MS = { install: 40 * MINUTE_MS, calls: 40 * MINUTE_MS, tests: 120 * MINUTE_MS };
/** What a clean installation does not print. */
const NOISE = /^npm (warn|error|notice)\b.*/gim;
/** From npm 11 on, `npm install -g` lists the scripts of packages, and no package can keep it from doing so. */
const LISTED_SCRIPTS = /^npm warn install-scripts\b/i;

/** One machine from the installation to the tests. */
export class Trial {
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

  /** Runs a command that has to succeed. @returns what it printed; undefined if it failed. */
  async step(call, command, options) {
    const started = Date.now();
    const { code, output } = await this.machine.exec(command, { limitMs: LIMIT_MS.install, ...options });
    const result = code === 0 ? { ok: true } : { error: `exit code ${code}\n${output.trim()}` };
    this.tell(call, result, (Date.now() - started) / 1000);
    return code === 0 ? output : undefined;
  }

  /** Installs: what that prints has to be clean. */
  async install(call, command, options) {
    const output = await this.step(call, command, options);
    if (output === undefined) return false;
    const isGlobal = command.includes('--global');
    const noise = (output.match(NOISE) ?? []).filter((line) => !isGlobal || !LISTED_SCRIPTS.test(line));
    this.tell('clean screen', noise.length > 0 ? { error: noise.join('\n') } : { ok: true }, 0);
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
    if (this.parts.tests && !this.spec.noTests) await this.test();
    if (this.parts.needsPackage && !existsSync(this.parts.package)) await this.pack();
  }

  async fromPackage() {
    if (!existsSync(this.parts.package)) throw new Error('No machine before this one made the package: see npm pack.');
    const file = join(this.machine.root, 'percept.tgz');
    this.machine.write(file, readFileSync(this.parts.package));
    if (
      !(await this.install('npm install -g', ['npm', 'install', '--global', file], {
        as: 'root',
        folder: this.machine.root,
      }))
    )
      return;
    this.machine.unpack(this.parts.empty, this.folder, 'user');
    const examples = join(this.machine.packages, 'percept', 'examples');
    await this.call(['percept', 'serve'], { folder: this.folder, examples });
  }

  async call(command, { folder, examples, readOnly, env }) {
    this.machine.unpack(this.parts.calls, this.tools, 'user');
    const videos = [
      join(examples, 'videos', 'harbour.mp4'),
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
    const { code, output } = await this.machine.exec(['npm', 'test'], {
      folder: this.folder,
      limitMs: LIMIT_MS.tests,
      memoryMiB: this.spec.memoryMiB && TESTS_MIB,
    });
    const counts = /^Tests:\s+(.*)$/m.exec(output)?.[1] ?? 'no counts';
    const failed = output.split('\n').filter((line) => /^FAIL |●.*›/.test(line));
    const log = join(CACHE, `npm-test-${this.spec.name}.log`);
    if (code !== 0) writeFileSync(log, output);
    const result =
      code === 0 ? { ok: true, text: counts } : { error: [`${counts} (all of it: ${log})`, ...new Set(failed)].join('\n') };
    this.tell('npm test', result, (Date.now() - started) / 1000);
  }

  async pack() {
    if ((await this.step('npm pack', ['npm', 'pack'], { folder: this.folder })) === undefined) return;
    const folder = this.machine.outside(this.folder);
    const name = readdirSync(folder).find((each) => each.endsWith('.tgz'));
    rmSync(dirname(this.parts.package), { recursive: true, force: true });
    mkdirSync(dirname(this.parts.package), { recursive: true });
    copyFileSync(join(folder, name), this.parts.package);
  }
}
