// All SQL of the embedded queue. SQLite's dialect: `?` for parameters; one statement sees a consistent table without locks.
import type { EntityManager } from 'typeorm';
import type { JobState } from './job.entity';
import type { Job, Lane } from './queue';

/** What was claimed, with the crashes it had before. */
export interface ClaimedJob extends Job {
  crashes: number;
}

export interface HandedBack {
  id: string;
  ref: string;
  state: JobState;
  reason: string;
}

const MOST_CRASHES = 2 ** 31 - 1;
/** Delays grow by four with each crash and no further after the third. */
const GROWTH = 4;
const GROWS_UNTIL = 3;

/** When there is something to do in the lane: the earliest start and the earliest end of a lease. Null: nothing. */
export async function nextDue(
  manager: EntityManager,
  lane: Lane,
  owner: string | undefined,
): Promise<{ start: number | null; expiry: number | null }> {
  const rows: { start: number | null; expiry: number | null }[] = await manager.query(
    `SELECT
       (SELECT MIN(run_at) FROM jobs WHERE lane = ? AND state = 'waiting' AND (owner IS NULL OR owner = ?)) AS start,
       (SELECT MIN(lease_until) FROM jobs WHERE lane = ? AND state = 'leased') AS expiry`,
    [lane, owner ?? null, lane],
  );
  return rows[0]!;
}

/** The jobs that may be claimed. */
export interface Due {
  lane: Lane;
  owner: string | undefined;
  now: number;
  limit: number;
}

export interface Lease {
  holder: string;
  token: string;
  leaseUntil: number;
}

const TAKE = `UPDATE jobs SET state = 'leased', token = ?, holder = ?, lease_until = ?, attempts = attempts + 1`;
const TAKEN = 'RETURNING id, lane, ref, token, attempts, crashes';

/** Claims what has been due longest. */
export async function claim(manager: EntityManager, due: Due, { token, holder, leaseUntil }: Lease): Promise<ClaimedJob[]> {
  const jobs: ClaimedJob[] = await manager.query(
    `${TAKE} WHERE id IN (
       SELECT id FROM jobs WHERE lane = ? AND state = 'waiting' AND run_at <= ? AND (owner IS NULL OR owner = ?)
       ORDER BY run_at, id LIMIT ?)
     ${TAKEN}`,
    [token, holder, leaseUntil, due.lane, due.now, due.owner ?? null, due.limit],
  );
  return jobs.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Claims the named jobs, of which each is known to be waiting. */
export async function claimThese(manager: EntityManager, ids: string[], lease: Lease): Promise<ClaimedJob[]> {
  const { token, holder, leaseUntil } = lease;
  const marks = ids.map(() => '?').join(', ');
  return manager.query(`${TAKE} WHERE id IN (${marks}) ${TAKEN}`, [token, holder, leaseUntil, ...ids]);
}

/** The groups that have waiting jobs. Steps from one to the next in the index: a long queue of one group costs nothing. */
export async function waitingGroups(manager: EntityManager, lane: Lane): Promise<string[]> {
  const rows: { name: string }[] = await manager.query(
    `WITH RECURSIVE step(name) AS (
       SELECT MIN(group_key) FROM jobs WHERE lane = ? AND state = 'waiting'
       UNION ALL
       SELECT (SELECT MIN(group_key) FROM jobs WHERE lane = ? AND state = 'waiting' AND group_key > step.name)
       FROM step WHERE step.name IS NOT NULL)
     SELECT name FROM step WHERE name IS NOT NULL`,
    [lane, lane],
  );
  return rows.map(({ name }) => name);
}

/** How many jobs of each group are being worked on, by whatever process. */
export async function busyGroups(manager: EntityManager, lane: Lane): Promise<Map<string, number>> {
  const rows: { name: string; jobs: number }[] = await manager.query(
    `SELECT group_key AS name, COUNT(*) AS jobs FROM jobs WHERE lane = ? AND state = 'leased' GROUP BY group_key`,
    [lane],
  );
  return new Map(rows.map(({ name, jobs }) => [name, Number(jobs)]));
}

export async function dueOfGroup(manager: EntityManager, group: string, { lane, owner, now, limit }: Due): Promise<string[]> {
  const rows: { id: string }[] = await manager.query(
    `SELECT id FROM jobs
     WHERE lane = ? AND state = 'waiting' AND group_key = ? AND run_at <= ? AND (owner IS NULL OR owner = ?)
     ORDER BY run_at, id LIMIT ?`,
    [lane, group, now, owner ?? null, limit],
  );
  return rows.map(({ id }) => id);
}

/** Prolongs the leases of the named jobs and answers those that the holder still has. */
export function renew(
  manager: EntityManager,
  { holder, ids, until }: { holder: string; ids: string[]; until: number },
): Promise<{ id: string; token: string }[]> {
  return manager.query(
    `UPDATE jobs SET lease_until = ? WHERE holder = ? AND state = 'leased' AND id IN (SELECT value FROM json_each(?))
     RETURNING id, token`,
    [until, holder, JSON.stringify(ids)],
  );
}

/** Other queues, in this or another process, that hold jobs of the lane. */
export async function foreignHolders(manager: EntityManager, lane: Lane, own: string): Promise<string[]> {
  const rows: { holder: string }[] = await manager.query(
    `SELECT DISTINCT holder FROM jobs WHERE lane = ? AND state = 'leased' AND holder <> ?`,
    [lane, own],
  );
  return rows.map(({ holder }) => holder);
}

export async function databaseFile(manager: EntityManager): Promise<string> {
  const rows: { file: string }[] = await manager.query(`SELECT file FROM pragma_database_list WHERE name = 'main'`);
  return rows[0]!.file;
}

export interface Recovery {
  lane: Lane;
  now: number;
  crashLimit: number;
  delayMs: number;
  /** Holders that are known to be dead. */
  gone: string[];
  /** Jobs that this very process works on. */
  working: string[];
}

/** Takes back the jobs whose lease ran out, or whose holder is gone. */
export function recover(manager: EntityManager, recovery: Recovery): Promise<HandedBack[]> {
  const { lane, now, crashLimit, delayMs, gone, working } = recovery;
  const steps = Array.from({ length: GROWS_UNTIL }, (_, n) => `WHEN ${n} THEN ${crashDelay(delayMs, n)}`);
  return manager.query(
    `UPDATE jobs SET
       state = CASE WHEN crashes + 1 >= ? THEN 'parked' ELSE 'waiting' END,
       run_at = ? + CASE crashes ${steps.join(' ')} ELSE ${crashDelay(delayMs, GROWS_UNTIL)} END,
       crashes = crashes + 1, token = NULL, holder = NULL, lease_until = NULL,
       reason = 'The process that held it is gone or did not answer any more.'
     WHERE lane = ? AND state = 'leased'
       AND (lease_until <= ? OR holder IN (SELECT value FROM json_each(?)))
       AND id NOT IN (SELECT value FROM json_each(?))
     RETURNING id, ref, state, reason`,
    [Math.min(crashLimit, MOST_CRASHES), now, lane, now, JSON.stringify(gone), JSON.stringify(working)],
  );
}

/** The wait before a job that has crashed so often runs again, in ms. */
export function crashDelay(delayMs: number, crashesBefore: number): number {
  return delayMs * GROWTH ** Math.min(crashesBefore, GROWS_UNTIL);
}

export async function remove(manager: EntityManager, job: Job): Promise<boolean> {
  const rows: unknown[] = await manager.query('DELETE FROM jobs WHERE id = ? AND token = ? RETURNING id', [job.id, job.token]);
  return rows.length === 1;
}

export interface Return {
  state: JobState;
  runAt: number;
  crashes: number;
  reason: string | null;
}

export async function giveBack(manager: EntityManager, job: Job, { state, runAt, crashes, reason }: Return): Promise<boolean> {
  const rows: unknown[] = await manager.query(
    `UPDATE jobs SET state = ?, run_at = ?, crashes = ?, reason = ?, token = NULL, holder = NULL, lease_until = NULL
     WHERE id = ? AND token = ? RETURNING id`,
    [state, runAt, crashes, reason, job.id, job.token],
  );
  return rows.length === 1;
}
