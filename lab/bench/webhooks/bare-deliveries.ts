import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite';
import type { Database, Statement } from 'better-sqlite3';
import { Pool } from 'undici';
import { signedHeaders } from '../../../libs/webhooks/src/signature';

const IN_FLIGHT = 8;
const LEASE_MS = 60_000;
const SECRET = 'correct horse battery';

interface Sent {
  job: string;
  delivery: string;
  endpoint: string;
  body: string;
  eventId: string;
  /** Of the answer, as JSON. */
  headers: string;
}

/**
 * What storing and sending can do at most: undici, and better-sqlite3 without anything between, that writes the rows which a
 * delivery writes with us. One transaction records all that has ended and claims all that follows. It knows no failure, no
 * second process and no turn of endpoints.
 */
export class BareDeliveries {
  private readonly database: Database;
  private readonly pools: Map<string, Pool>;
  private readonly inFlight = new Map<string, number>();
  private ended: Sent[] = [];
  private planned = false;
  private left = 0;
  private done: () => void = () => undefined;
  private readonly statements: Record<'pick' | 'take' | 'read' | 'begin' | 'attempt' | 'end' | 'remove', Statement>;
  private readonly turn: () => Sent[];

  /** @param file a database in which deliveries wait. */
  constructor(file: string) {
    this.database = openSqliteFile(file);
    this.database.pragma('synchronous = NORMAL');
    const endpoints = this.database.prepare('SELECT id, url FROM webhook_endpoints').all() as { id: string; url: string }[];
    this.pools = new Map(endpoints.map(({ id, url }) => [id, new Pool(url)]));
    const sql = (text: string) => this.database.prepare(text);
    this.statements = {
      pick: sql(`SELECT id, ref FROM jobs WHERE queue = 'deliveries' AND state = 'waiting' AND group_key = ?
                 ORDER BY rank, run_at, id LIMIT ?`),
      take: sql(`UPDATE jobs SET state = 'leased', token = 'bare', leased_by = 'bare', lease_until = ?, attempts = attempts + 1
                 WHERE id = ?`),
      read: sql('SELECT id, endpoint_id, event_id, body FROM webhook_deliveries WHERE id = ?'),
      begin: sql(`UPDATE webhook_deliveries SET state = 'sending', next_attempt_at = NULL, job_id = ? WHERE id = ?`),
      attempt: sql(`INSERT INTO webhook_attempts
                      (delivery_id, number, at, duration_ms, status, reason, response_body, response_headers)
                    VALUES (?, 1, ?, 1, 200, NULL, '', ?)`),
      end: sql(`UPDATE webhook_deliveries SET state = 'succeeded', attempts = 1, ended_at = ?, releases_next = 0 WHERE id = ?`),
      remove: sql(`DELETE FROM jobs WHERE id = ? AND token = 'bare'`),
    };
    this.turn = this.database.transaction(() => this.write()).immediate;
  }

  /** Sends this many deliveries. */
  async send(deliveries: number): Promise<void> {
    this.left = deliveries;
    const all = new Promise<void>((resolve) => (this.done = resolve));
    this.next();
    await all;
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
    this.database.close();
  }

  private next(): void {
    this.planned = false;
    for (const sent of this.turn()) void this.post(sent);
    if (this.left === 0) this.done();
  }

  private write(): Sent[] {
    const { pick, take, read, begin, attempt, end, remove } = this.statements;
    const now = Date.now();
    for (const { job, delivery, endpoint, headers } of this.ended.splice(0)) {
      remove.run(job);
      attempt.run(delivery, now, headers);
      end.run(now, delivery);
      this.inFlight.set(endpoint, this.inFlight.get(endpoint)! - 1);
      this.left--;
    }
    const begun: Sent[] = [];
    for (const endpoint of this.pools.keys()) {
      const busy = this.inFlight.get(endpoint) ?? 0;
      const jobs = pick.all(endpoint, IN_FLIGHT - busy) as { id: string; ref: string }[];
      for (const { id: job, ref } of jobs) {
        take.run(now + LEASE_MS, job);
        const { event_id: eventId, body } = read.get(ref) as { event_id: string; body: string };
        begin.run(job, ref);
        begun.push({ job, delivery: ref, endpoint, body, eventId, headers: '' });
      }
      this.inFlight.set(endpoint, busy + jobs.length);
    }
    return begun;
  }

  private async post(sent: Sent): Promise<void> {
    const { endpoint, eventId, body } = sent;
    const headers = { 'content-type': 'application/json', ...signedHeaders([SECRET], eventId, body, new Date()) };
    const answer = await this.pools.get(endpoint)!.request({ path: '/', method: 'POST', headers, body });
    await answer.body.dump();
    sent.headers = JSON.stringify(answer.headers);
    this.ended.push(sent);
    if (this.planned) return;
    this.planned = true;
    setImmediate(() => this.next());
  }
}
