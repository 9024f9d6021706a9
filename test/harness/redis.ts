import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres';
import { waitFor } from './wait-for';

const SERVER = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find(existsSync);

/** Why tests of Redis cannot run here; undefined if they can. */
export const withoutRedis = SERVER ? undefined : 'redis-server is not installed: its tests are skipped.';

export function describeRedis(name: string, work: () => void): void {
  if (withoutRedis) describe.skip(`${name}: ${withoutRedis}`, work);
  else describe(name, work);
}

/** A server of our own that keeps nothing on disk: after `down` and `up` it is empty. */
export class PrivateRedis {
  private server: ChildProcess | undefined;
  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly listen: string,
  ) {}

  /** @param listen `0.0.0.0` where other machines connect. */
  static async start(policy = 'noeviction', listen = '127.0.0.1'): Promise<PrivateRedis> {
    const redis = new PrivateRedis(mkdtempSync(join(tmpdir(), 'percept-redis-')), await freePort(), listen);
    await redis.up(policy);
    return redis;
  }

  /** @param database 0 to 15: each is empty at first. */
  url(database = 0, host = '127.0.0.1'): string {
    return `redis://${host}:${this.port}/${database}`;
  }

  async up(policy = 'noeviction'): Promise<void> {
    const rules = [
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      policy,
      '--bind',
      this.listen,
      '--protected-mode',
      'no',
    ];
    this.server = spawn(SERVER!, ['--port', String(this.port), '--dir', this.folder, ...rules], { stdio: 'ignore' });
    const { server } = this;
    await waitFor(() => {
      if (server.exitCode !== null) throw new Error('The private Redis did not start.');
      return this.answers();
    });
  }

  async down(): Promise<void> {
    if (!this.server || this.server.exitCode !== null || this.server.signalCode !== null) return;
    this.server.kill('SIGKILL');
    await once(this.server, 'exit');
  }

  async stop(): Promise<void> {
    await this.down();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      const end = (answer: boolean) => (socket.destroy(), resolve(answer));
      socket.on('connect', () => end(true)).on('error', () => end(false));
    });
  }
}
