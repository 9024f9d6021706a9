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
/** Delays grow by four with each crash and no further after the fifth. */
const GROWTH = 4;
const GROWS_UNTIL = 5;

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

export interface Claim {
  lane: Lane;
  owner: string | undefined;
  now: number;
  limit: number;
  holder: string;
  token: string;
  leaseUntil: number;
}

export async function claim(manager: EntityManager, wanted: Claim): Promise<ClaimedJob[]> {
  const { lane, owner, now, limit, holder, token, leaseUntil } = wanted;
  const jobs: ClaimedJob[] = await manager.query(
    `UPDATE jobs SET state = 'leased', token = ?, holder = ?, lease_until = ?, attempts = attempts + 1
     WHERE id IN (
       SELECT id FROM jobs WHERE lane = ? AND state = 'waiting' AND run_at <= ? AND (owner IS NULL OR owner = ?)
       ORDER BY run_at, id LIMIT ?)
     RETURNING id, lane, ref, token, attempts, crashes`,
    [token, holder, leaseUntil, lane, now, owner ?? null, limit],
  );
  return jobs.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Prolongs every lease of the holder and answers those that it still has. */
export function renew(manager: EntityManager, holder: string, leaseUntil: number): Promise<{ id: string; token: string }[]> {
  return manager.query(`UPDATE jobs SET lease_until = ? WHERE holder = ? AND state = 'leased' RETURNING id, token`, [
    leaseUntil,
    holder,
  ]);
}

/** Takes back the jobs whose lease ran out: their process is gone or stuck. */
export function recover(
  manager: EntityManager,
  { lane, now, crashLimit, delayMs }: { lane: Lane; now: number; crashLimit: number; delayMs: number },
): Promise<HandedBack[]> {
  const steps = Array.from({ length: GROWS_UNTIL }, (_, n) => `WHEN ${n} THEN ${delayMs * GROWTH ** n}`);
  return manager.query(
    `UPDATE jobs SET
       state = CASE WHEN crashes + 1 >= ? THEN 'parked' ELSE 'waiting' END,
       run_at = ? + CASE crashes ${steps.join(' ')} ELSE ${delayMs * GROWTH ** GROWS_UNTIL} END,
       crashes = crashes + 1, token = NULL, holder = NULL, lease_until = NULL,
       reason = 'The worker that held it did not answer any more.'
     WHERE lane = ? AND state = 'leased' AND lease_until <= ?
     RETURNING id, ref, state, reason`,
    [Math.min(crashLimit, MOST_CRASHES), now, lane, now],
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
