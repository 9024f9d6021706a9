import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { waitFor } from '../../test/harness/wait-for';

export const ROOT = resolve(__dirname, '..', '..').replace(/\/dist$/, '');
const PERCEPT = join(ROOT, 'bin', 'percept');
/** No line for each request, no limit that a bench could reach, and no model that is loaded while it measures. */
const QUIET = { PERCEPT_LOG_LEVEL: 'warn', PERCEPT_RATE_PER_MINUTE: '1000000', PERCEPT_PRELOAD: 'all' };
const START_LIMIT_MS = 120_000;

let cache: string | undefined;
/** Has the models that the first service converts; those after it need not. Removed when the process ends. */
export function modelCache(): string {
  if (cache) return cache;
  const folder = (cache = mkdtempSync(join(tmpdir(), 'percept-bench-cache-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The service as its users start it: `bin/percept serve` in a process of its own, with a data folder of its own. */
export class Service {
  /** Milliseconds from the start of its process until it was ready. */
  readyMs = Number.NaN;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly key: string,
    private readonly dataFolder: string,
  ) {}

  /** Resolves when the service is ready, models warmed up. @throws Error with what the service printed. */
  static async start(settings: Record<string, string> = {}): Promise<Service> {
    const dataFolder = mkdtempSync(join(tmpdir(), 'percept-bench-'));
    const port = await freePort();
    const env = {
      ...process.env,
      ...{ PERCEPT_DATA_DIR: dataFolder, PERCEPT_CACHE_DIR: modelCache(), PORT: String(port) },
      ...QUIET,
      ...settings,
    };
    const made = await promisify(execFile)(
      process.execPath,
      [
        PERCEPT,
        'keys',
        'create',
        '--init',
        '--name',
        'bench',
        '--plan',
        'enterprise',
        '--json',
        '--scopes',
        'predict',
        'pipelines',
        'webhooks',
        'admin',
      ],
      {
        env,
        cwd: ROOT,
      },
    );
    const { key } = JSON.parse(made.stdout) as { key: string };
    const startedAt = performance.now();
    const child = spawn(process.execPath, [PERCEPT, 'serve'], { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout.on('data', (text) => (printed += String(text)));
    child.stderr.on('data', (text) => (printed += String(text)));
    const service = new Service(child, `http://127.0.0.1:${port}`, key, dataFolder);
    if (!(await service.becomesReady())) {
      await service.stop();
      throw new Error(`The service did not become ready:\n${printed}`);
    }
    service.readyMs = performance.now() - startedAt;
    return service;
  }

  get pid(): number {
    return this.child.pid!;
  }

  private async becomesReady(): Promise<boolean> {
    const answers = async () => {
      if (this.child.exitCode !== null) throw new Error('The service ended.');
      return (await fetch(`${this.url}/health/ready`).catch(() => undefined))?.ok;
    };
    return waitFor(answers, { timeout: START_LIMIT_MS, interval: 20 }).catch(() => false);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await Promise.race([ended, sleep(10_000).then(() => this.child.kill('SIGKILL'))]);
    }
    rmSync(this.dataFolder, { recursive: true, force: true });
  }
}
