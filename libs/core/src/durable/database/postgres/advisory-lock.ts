import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { ProcessLiveness } from '../process-liveness';

/**
 * A PostgreSQL session that holds an advisory lock. The server drops the lock when the connection ends, so also when the process
 * dies. A living process may lose its connection too; the grace period gives it time to reconnect.
 */
export class AdvisoryLock implements ProcessLiveness {
  private client: Client | undefined;
  private since = 0;
  private readonly missing = new Map<string, number>();

  constructor(
    private readonly url: string,
    private readonly id: string,
    private readonly graceMs: number,
  ) {}

  async announce(): Promise<void> {
    if (this.client) return;
    const client = new Client({ connectionString: this.url, keepAlive: true, application_name: 'percept presence' });
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [keyOf(this.id)]);
    this.client = client;
    this.since = performance.now();
    this.missing.clear();
  }

  async withdraw(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end();
  }

  async findDead(ids: readonly string[]): Promise<string[]> {
    // A process that was itself cut off cannot tell a death from a restart of the server.
    if (!this.client || ids.length === 0 || performance.now() - this.since < this.graceMs) return [];
    const locks = await this.client.query<{ key: string }>(
      `SELECT ((classid::bigint << 32) | objid::bigint)::text AS key FROM pg_locks
       WHERE locktype = 'advisory' AND objsubid = 1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    const held = new Set(locks.rows.map(({ key }) => key));
    const now = performance.now();
    const free = ids.filter((id) => !held.has(keyOf(id)));
    for (const id of [...this.missing.keys()]) if (!free.includes(id)) this.missing.delete(id);
    for (const id of free) if (!this.missing.has(id)) this.missing.set(id, now);
    return free.filter((id) => now - this.missing.get(id)! >= this.graceMs);
  }

  private lose(client: Client): void {
    if (this.client === client) this.client = undefined;
  }
}

/** The key of a lock: 63 bits of the id's hash. */
function keyOf(id: string): string {
  return String(createHash('sha256').update(id).digest().readBigUInt64BE() >> 1n);
}
