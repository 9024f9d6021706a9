// All SQL of the queue, for both databases. PostgreSQL runs claims beside each other: each skips the rows that another one takes.
import type { EntityManager } from 'typeorm';
import { marks, onPostgres, overList, sql } from '../database';
import type { JobEntity, JobState } from './job.entity';
import type { Job, QueueName } from './queue';

/** What was claimed, with the crashes it had before. */
export interface ClaimedJob extends Job {
  crashes: number;
}

export interface ReleasedJob {
  id: string;
  ref: string;
  state: JobState;
  reason: string;
}

const MAX_CRASHES = 2 ** 31 - 1;
/** Delays grow by four with each crash and no further after the third. */
const GROWTH = 4;
const GROWS_UNTIL = 3;

type NewJob = Omit<JobEntity, 'state' | 'attempts' | 'crashes' | 'holder' | 'token' | 'lease_until' | 'reason'>;

/** Not by an insert of TypeORM's, which takes ten times as long: each delivery and each item of a run adds a job. */
export async function insert(manager: EntityManager, job: NewJob): Promise<void> {
  const names = Object.keys(job).join(', ');
  const values = Object.values(job);
  await sql(manager, `INSERT INTO jobs (${names}, state, attempts, crashes) VALUES (${marks(values)}, 'waiting', 0, 0)`, values);
}

/** Times in ms since the epoch; null: never. */
export interface NextDue {
  start: number | null;
  /** The earliest start after now. */
  later: number | null;
  /** The earliest end of a lease. */
  expiry: number | null;
}

/** When there is something to do in the lane. */
export async function nextDue(
  manager: EntityManager,
  { lane, owner, now }: { lane: QueueName; owner: string | undefined; now: number },
): Promise<NextDue> {
  const earliest = `SELECT MIN(run_at) FROM jobs WHERE lane = ? AND state = 'waiting' AND (owner IS NULL OR owner = ?)`;
  const rows = await sql<Record<keyof NextDue, string | number | null>>(
    manager,
    `SELECT (${earliest}) AS start, (${earliest} AND run_at > ?) AS later,
       (SELECT MIN(lease_until) FROM jobs WHERE lane = ? AND state = 'leased') AS expiry`,
    [lane, owner ?? null, lane, owner ?? null, now, lane],
  );
  const { start, later, expiry } = rows[0]!;
  const ms = (time: string | number | null) => (time === null ? null : Number(time));
  return { start: ms(start), later: ms(later), expiry: ms(expiry) };
}

/** The jobs that may be claimed. */
export interface Due {
  lane: QueueName;
  owner: string | undefined;
  now: number;
  limit: number;
}

export interface Lease {
  lane: QueueName;
  holder: string;
  token: string;
  leaseUntil: number;
}

/** A row that another claim has taken is nothing to wait for. */
function skipTaken(manager: EntityManager): string {
  return onPostgres(manager) ? 'FOR UPDATE SKIP LOCKED' : '';
}

const CLAIM = overList(
  (each) => `UPDATE jobs SET state = 'leased', token = ?, holder = ?, lease_until = ?, attempts = attempts + 1
             WHERE id IN (${each('?')})`,
);

/** Claims what was found to be waiting in this very transaction. */
export async function claim(
  manager: EntityManager,
  found: readonly Candidate[],
  { lane, token, holder, leaseUntil }: Lease,
): Promise<ClaimedJob[]> {
  if (found.length === 0) return [];
  await sql(manager, CLAIM(found.length), [token, holder, leaseUntil, ...found.map(({ id }) => id)]);
  return found.map(({ id, ref, attempts, crashes }) => ({ id, lane, ref, token, attempts: attempts + 1, crashes }));
}

/** The groups that have waiting jobs. Steps from one to the next in the index: a long queue of one group costs nothing. */
export async function waitingGroups(manager: EntityManager, lane: QueueName): Promise<string[]> {
  const rows: { name: string }[] = await sql(
    manager,
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

/** A job that may be claimed, with the limits it is under. */
export interface Candidate {
  id: string;
  ref: string;
  attempts: number;
  crashes: number;
  rank: number;
  group_limit: number | null;
  key_name: string;
  key_limit: number | null;
}

/**
 * What is due of a group, but for keys that have all they may. The plus keeps SQLite from the index by time, in which it would
 * read and sort all that is due of all groups; in that by group and rank what comes first stands first. The limit is no
 * parameter: SQLite compiles a statement anew for each that is bound there.
 */
export function dueOfGroup(
  manager: EntityManager,
  { group, fullKeys }: { group: string; fullKeys: string[] },
  { lane, owner, now, limit }: Due,
): Promise<Candidate[]> {
  return sql(
    manager,
    `SELECT id, ref, attempts, crashes, rank, group_limit, key_name, key_limit FROM jobs
     WHERE lane = ? AND state = 'waiting' AND group_key = ? AND +run_at <= ? AND (owner IS NULL OR owner = ?)
       AND (key_name = '' OR key_name NOT IN (${marks(fullKeys)}))
     ORDER BY rank, run_at, ${onPostgres(manager) ? 'id' : 'rowid'} LIMIT ${limit} ${skipTaken(manager)}`,
    [lane, group, now, owner ?? null, ...fullKeys],
  );
}

/** Prolongs the leases of the named jobs and answers those that the holder still has. */
export function renew(
  manager: EntityManager,
  { holder, ids, until }: { holder: string; ids: string[]; until: number },
): Promise<{ id: string; token: string }[]> {
  return sql(
    manager,
    `UPDATE jobs SET lease_until = ? WHERE holder = ? AND state = 'leased' AND id IN (${marks(ids)})
     RETURNING id, token`,
    [until, holder, ...ids],
  );
}

/** Other queues, in this or another process, that hold jobs of the lane. */
export async function foreignHolders(manager: EntityManager, lane: QueueName, own: string): Promise<string[]> {
  const rows: { holder: string }[] = await sql(
    manager,
    `SELECT DISTINCT holder FROM jobs WHERE lane = ? AND state = 'leased' AND holder <> ?`,
    [lane, own],
  );
  return rows.map(({ holder }) => holder);
}

export interface Recovery {
  lane: QueueName;
  now: number;
  crashLimit: number;
  delayMs: number;
  /** Holders that are known to be dead. */
  gone: string[];
  /** Jobs that this very process works on. */
  working: string[];
}

/** Takes back the jobs whose lease ran out, or whose holder is gone. */
export function recover(manager: EntityManager, recovery: Recovery): Promise<ReleasedJob[]> {
  const { lane, now, crashLimit, delayMs, gone, working } = recovery;
  const steps = Array.from({ length: GROWS_UNTIL }, (_, n) => `WHEN ${n} THEN ${crashDelay(delayMs, n)}`);
  return sql(
    manager,
    `UPDATE jobs SET
       state = CASE WHEN crashes + 1 >= CAST(? AS bigint) THEN 'parked' ELSE 'waiting' END,
       scheduled_at = CAST(? AS bigint), run_at = CAST(? AS bigint) + CASE crashes ${steps.join(' ')} ELSE ${crashDelay(delayMs, GROWS_UNTIL)} END,
       crashes = crashes + 1, token = NULL, holder = NULL, lease_until = NULL,
       reason = 'The process that held it is gone or did not answer any more.'
     WHERE lane = ? AND state = 'leased'
       AND (lease_until <= ? OR holder IN (${marks(gone)}))
       AND id NOT IN (${marks(working)})
     RETURNING id, ref, state, reason`,
    [Math.min(crashLimit, MAX_CRASHES), now, now, lane, now, ...gone, ...working],
  );
}

/** The wait before a job that has crashed so often runs again, in ms. */
export function crashDelay(delayMs: number, crashesBefore: number): number {
  return delayMs * GROWTH ** Math.min(crashesBefore, GROWS_UNTIL);
}

const REMOVE = overList(
  (each) => `DELETE FROM jobs WHERE id IN (${each('?')}) AND token = CASE id ${each('WHEN ? THEN ?', ' ')} END RETURNING id`,
);

/** @returns the ids of those that were still held with their tokens, and are gone now. */
export async function remove(manager: EntityManager, jobs: readonly Job[]): Promise<Set<string>> {
  const ids = jobs.map(({ id }) => id);
  const tokens: string[] = [];
  for (const { id, token } of jobs) tokens.push(id, token);
  const rows: { id: string }[] = await sql(manager, REMOVE(jobs.length), ids.concat(tokens));
  return new Set(rows.map(({ id }) => id));
}

export interface Return {
  state: JobState;
  now: number;
  runAt: number;
  crashes: number;
  reason: string | null;
}

export async function releaseJob(
  manager: EntityManager,
  job: Job,
  { state, now, runAt, crashes, reason }: Return,
): Promise<boolean> {
  const rows: unknown[] = await sql(
    manager,
    `UPDATE jobs SET state = ?, scheduled_at = ?, run_at = ?, crashes = ?, reason = ?, token = NULL, holder = NULL, lease_until = NULL
     WHERE id = ? AND token = ? RETURNING id`,
    [state, now, runAt, crashes, reason, job.id, job.token],
  );
  return rows.length === 1;
}
