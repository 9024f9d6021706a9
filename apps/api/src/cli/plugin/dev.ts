import { PerceptError } from '@percept/sdk';
import { watch } from 'chokidar';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { environmentWith, readEnvironment } from '../../platform/config/environment';
import { PACKAGE_ROOT } from '../../platform/config/version';
import { hasSdk, linkSdk } from './link';

const SETTLED_MS = 150;

/** Builds and serves a plugin, and does so again after each change of its sources. Ends with Ctrl-C. */
export async function developPlugin(dir: string): Promise<void> {
  const folder = resolve(dir);
  if (!existsSync(join(folder, 'package.json')))
    throw PerceptError.invalid('DIR', `${folder} has no package.json. 'percept plugin new NAME' writes a plugin.`);
  if (!hasSdk(folder)) linkSdk(folder);
  const service = new Service(folder);
  const watcher = watch(existsSync(join(folder, 'src')) ? join(folder, 'src') : folder, {
    ignored: /node_modules|[\\/]dist[\\/]?/,
    ignoreInitial: true,
  });
  let settled: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(settled);
    settled = setTimeout(() => service.renew(), SETTLED_MS);
  });
  service.renew();
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await watcher.close();
  await service.end();
}

/** Runs one service process at a time, from the newest successful build. */
class Service {
  private child: ChildProcess | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly folder: string) {}

  renew(): void {
    this.turn = this.turn.then(async () => {
      if (!build(this.folder)) return say('The build failed. The previous build stays in service.');
      await this.stop();
      this.start();
    });
  }

  async end(): Promise<void> {
    await this.turn;
    await this.stop();
  }

  private start(): void {
    const plugins = [readEnvironment().PERCEPT_PLUGINS, this.folder].filter(Boolean).join(',');
    this.child = spawn(process.execPath, [join(PACKAGE_ROOT, 'bin', 'percept'), 'serve'], {
      env: environmentWith({ PERCEPT_PLUGINS: plugins }),
      stdio: 'inherit',
    });
  }

  private async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

function build(folder: string): boolean {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts?: Record<string, string> };
  if (!scripts?.['build']) return true;
  say('Building …');
  return spawnSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' }).status === 0;
}

const say = (line: string): void => void process.stderr.write(`[percept plugin dev] ${line}\n`);
