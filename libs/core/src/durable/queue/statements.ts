// All SQL of the queue, for both databases. PostgreSQL runs claims concurrently: each skips the rows that another one locks.
import type { EntityManager } from 'typeorm';
import { getDialect, sql } from '../database';
import type { JobEntity, JobState } from './job.entity';
import type { Job, QueueName } from './queue';

/** A claimed job with its number of crashes so far. */
export interface ClaimedJob extends Job {
  group: string;
  key: string;
  crashes: number;
}

export interface ReleasedJob {
  id: string;
  ref: string;
  state: JobState;
  reason: string;
}

const MAX_CRASHES = 2 ** 31 - 1;
/** Each crash quadruples the delay, up to the third. */
const GROWTH = 4;
const GROWS_UNTIL = 3;

type NewRow = Omit<JobEntity, 'state' | 'attempts' | 'crashes' | 'leased_by' | 'token' | 'lease_until' | 'reason'>;

const INSERTED = [
  'id',
  'queue',
  'ref',
  'owner',
  'group_key',
  'group_limit',
  'key_name',
  'key_limit',
  'rank',
  'run_at',
  'scheduled_at',
] as const;
/** The types of columns that are not text. */
const TYPES: Partial<Record<(typeof INSERTED)[number], string>> = {
  group_limit: 'integer',
  key_limit: 'integer',
  rank: 'integer',
  run_at: 'bigint',
  scheduled_at: 'bigint',
};
const INTO = `INSERT INTO jobs (${INSERTED.join(', ')}, state, attempts, crashes)`;
const INSERT = sql.overList((each) => `${INTO} VALUES ${each(`(${sql.marks(INSERTED)}, 'waiting', 0, 0)`)}`);
/** Maximum number of rows per statement. SQLite allows at most 32,766 parameters. */
const MAX_ROWS = 200;

/** Each column is one parameter. PostgreSQL reads 20,000 rows this way in a third of the time. */
const INSERT_LISTS = `${INTO} SELECT new.*, 'waiting', 0, 0 FROM unnest(${INSERTED.map((name) => `?::${TYPES[name] ?? 'text'}[]`).join(', ')}) AS new`;
const MAX_LISTED = 2_000;

/** TypeORM's insert takes ten times as long, and each delivery and each item of a run adds a job. */
export async function insert(manager: EntityManager, jobs: readonly NewRow[]): Promise<void> {
  const { hasLists } = getDialect(manager);
  const most = hasLists ? MAX_LISTED : MAX_ROWS;
  for (let from = 0; from < jobs.length; from += most) {
    const some = jobs.slice(from, from + most);
    if (hasLists) {
      const lists = INSERTED.map((name) => some.map((job) => job[name]));
      await sql(manager, INSERT_LISTS, lists);
    } else {
      const values = some.flatMap((job) => INSERTED.map((name) => job[name]));
      await sql(manager, INSERT(some.length), values);
    }
  }
}

/** An unclaimed job, with the number of jobs of its group and its key in progress in all processes. */
interface WaitingJob {
  run_at: number;
  /** Why it was last released. */
  reason: string | null;
  group_limit: number | null;
  group_busy: number;
  key_limit: number | null;
  key_busy: number;
}

/** Undefined if the job is in progress or removed. */
export async function waitingJob(
  manager: EntityManager,
  queues: readonly QueueName[],
  ref: string,
): Promise<WaitingJob | undefined> {
  const busy = (of: string) =>
    `(SELECT COUNT(*) FROM jobs AS other WHERE other.queue = jobs.queue AND other.state = 'leased' AND other.${of} = jobs.${of})`;
  const [found] = await sql<Record<keyof WaitingJob, unknown>>(
    manager,
    `SELECT run_at, reason, group_limit, key_limit, ${busy('group_key')} AS group_busy, ${busy('key_name')} AS key_busy
     FROM jobs WHERE ref = ? AND queue IN (${sql.marks(queues)}) AND state = 'waiting'`,
    [ref, ...queues],
  );
  if (!found) return undefined;
  const { run_at, group_busy, key_busy, ...limits } = found as unknown as WaitingJob;
  return { ...limits, run_at: Number(run_at), group_busy: Number(group_busy), key_busy: Number(key_busy) };
}

/** Removes the jobs of these refs in any state; a process that works on one loses its lease. */
export async function removeJobsByRef(
  manager: EntityManager,
  queues: readonly QueueName[],
  refs: readonly string[],
): Promise<void> {
  for (let from = 0; from < refs.length; from += MAX_ROWS) {
    const some = refs.slice(from, from + MAX_ROWS);
    await sql(manager, `DELETE FROM jobs WHERE queue IN (${sql.marks(queues)}) AND ref IN (${sql.marks(some)})`, [
      ...queues,
      ...some,
    ]);
  }
}

/** Times in ms since the epoch; null: never. */
export interface NextDue {
  start: number | null;
  /** The earliest start after now. */
  later: number | null;
  /** The earliest end of a lease. */
  expiry: number | null;
}

/** Reads when the queue's next job starts and its next lease expires. */
export async function nextDue(
  manager: EntityManager,
  { queue, owner, now }: { queue: QueueName; owner: string | undefined; now: number },
): Promise<NextDue> {
  // "run_at >= 0" lets the database use the index jobs_next. PostgreSQL may read all waiting jobs for a MIN, but not for this.
  const earliest = (from: string) => `SELECT run_at FROM jobs
     WHERE queue = ? AND state = 'waiting' AND run_at >= 0 AND (owner IS NULL OR owner = ?) ${from} ORDER BY run_at LIMIT 1`;
  const rows = await sql<Record<keyof NextDue, string | number | null>>(
    manager,
    `SELECT (${earliest('')}) AS start, (${earliest('AND run_at > ?')}) AS later,
       (SELECT MIN(lease_until) FROM jobs WHERE queue = ? AND state = 'leased') AS expiry`,
    [queue, owner ?? null, queue, owner ?? null, now, queue],
  );
  const { start, later, expiry } = rows[0]!;
  const ms = (time: string | number | null) => (time === null ? null : Number(time));
  return { start: ms(start), later: ms(later), expiry: ms(expiry) };
}

/** Says which jobs may be claimed. */
export interface Due {
  queue: QueueName;
  owner: string | undefined;
  now: number;
  limit: number;
  /** Counts the jobs of the group or key that this worker has in progress. */
  here: (of: { group: string } | { key: string }) => number;
}

export interface Lease {
  queue: QueueName;
  leasedBy: string;
  token: string;
  leaseUntil: number;
}

const CLAIM_OF = `UPDATE jobs SET state = 'leased', token = ?, leased_by = ?, lease_until = ?, attempts = attempts + 1 WHERE id`;
const CLAIM = sql.overList((each) => `${CLAIM_OF} IN (${each('?')})`);
const CLAIM_LIST = `${CLAIM_OF} = ANY(?::text[])`;

/** Claims waiting jobs that the same transaction found. */
export async function claim(
  manager: EntityManager,
  found: readonly ClaimableJob[],
  { queue, token, leasedBy, leaseUntil }: Lease,
): Promise<ClaimedJob[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const lease = [token, leasedBy, leaseUntil];
  if (getDialect(manager).hasLists) await sql(manager, CLAIM_LIST, [...lease, ids]);
  else await sql(manager, CLAIM(ids.length), [...lease, ...ids]);
  return found.map(({ id, ref, attempts, crashes, group_key: group, key_name: key }) => {
    return { id, queue, ref, token, attempts: attempts + 1, crashes, group, key };
  });
}

/**
 * The groups that have waiting jobs. It steps through the index from group to group, so a long queue of one group costs nothing.
 */
export async function waitingGroups(manager: EntityManager, queue: QueueName): Promise<string[]> {
  const next = (from: string) =>
    `(SELECT group_key FROM jobs WHERE queue = ? AND state = 'waiting' ${from} ORDER BY group_key LIMIT 1)`;
  const rows: { name: string }[] = await sql(
    manager,
    `WITH RECURSIVE step(name) AS (
       SELECT ${next('')}
       UNION ALL
       SELECT ${next('AND group_key > step.name')} FROM step WHERE step.name IS NOT NULL)
     SELECT name FROM step WHERE name IS NOT NULL`,
    [queue, queue],
  );
  return rows.map(({ name }) => name);
}

/** A job that may be claimed, with its limits. */
export interface ClaimableJob {
  id: string;
  ref: string;
  attempts: number;
  crashes: number;
  rank: number;
  group_key: string;
  group_limit: number | null;
  key_name: string;
  key_limit: number | null;
}

/**
 * The due jobs of a group, without those of keys that have reached their limit. The index by group and rank has the right order
 * down to the id, so that jobs added together need no sorting for each claim. The limit is not a parameter, because SQLite
 * recompiles a statement for each value bound there.
 */
export function dueOfGroup(
  manager: EntityManager,
  { group, fullKeys }: { group: string; fullKeys: string[] },
  { queue, owner, now, limit }: Omit<Due, 'here'>,
): Promise<ClaimableJob[]> {
  const { forUpdateSkipLocked } = getDialect(manager);
  return sql(
    manager,
    `SELECT id, ref, attempts, crashes, rank, group_key, group_limit, key_name, key_limit FROM jobs
     WHERE queue = ? AND state = 'waiting' AND group_key = ? AND run_at <= ? AND (owner IS NULL OR owner = ?)
       AND (key_name = '' OR key_name NOT IN (${sql.marks(fullKeys)}))
     ORDER BY rank, run_at, id LIMIT ${limit} ${forUpdateSkipLocked}`,
    [queue, group, now, owner ?? null, ...fullKeys],
  );
}

/** Renews the leases of these jobs. @returns the jobs that the leaseholder still has. */
export function renew(
  manager: EntityManager,
  { leasedBy, ids, until }: { leasedBy: string; ids: string[]; until: number },
): Promise<{ id: string; token: string }[]> {
  return sql(
    manager,
    `UPDATE jobs SET lease_until = ? WHERE leased_by = ? AND state = 'leased' AND id IN (${sql.marks(ids)})
     RETURNING id, token`,
    [until, leasedBy, ...ids],
  );
}

/** The other processes that have leased jobs of the queue. */
export async function otherLeaseholders(manager: EntityManager, queue: QueueName, own: string): Promise<string[]> {
  const rows: { leased_by: string }[] = await sql(
    manager,
    `SELECT DISTINCT leased_by FROM jobs WHERE queue = ? AND state = 'leased' AND leased_by <> ?`,
    [queue, own],
  );
  return rows.map(({ leased_by }) => leased_by);
}

interface Recovery {
  queue: QueueName;
  now: number;
  crashLimit: number;
  delayMs: number;
  /** Leaseholders that are known to be dead. */
  dead: string[];
  /** Ids of the jobs that this process works on. */
  inProgress: string[];
}

/** Recovers the jobs whose lease has expired or whose leaseholder is dead. */
export function recover(manager: EntityManager, recovery: Recovery): Promise<ReleasedJob[]> {
  const { queue, now, crashLimit, delayMs, dead, inProgress } = recovery;
  const steps = Array.from({ length: GROWS_UNTIL }, (_, n) => `WHEN ${n} THEN ${crashDelay(delayMs, n)}`);
  return sql(
    manager,
    `UPDATE jobs SET
       state = CASE WHEN crashes + 1 >= CAST(? AS bigint) THEN 'parked' ELSE 'waiting' END,
       scheduled_at = CAST(? AS bigint), run_at = CAST(? AS bigint) + CASE crashes ${steps.join(' ')} ELSE ${crashDelay(delayMs, GROWS_UNTIL)} END,
       crashes = crashes + 1, token = NULL, leased_by = NULL, lease_until = NULL,
       reason = 'The process that worked on it died or stopped renewing its lease.'
     WHERE queue = ? AND state = 'leased'
       AND (lease_until <= ? OR leased_by IN (${sql.marks(dead)}))
       AND id NOT IN (${sql.marks(inProgress)})
     RETURNING id, ref, state, reason`,
    [Math.min(crashLimit, MAX_CRASHES), now, now, queue, now, ...dead, ...inProgress],
  );
}

/** The delay in ms before a job that has crashed this many times runs again. */
export function crashDelay(delayMs: number, crashesBefore: number): number {
  return delayMs * GROWTH ** Math.min(crashesBefore, GROWS_UNTIL);
}

const REMOVE = sql.overList(
  (each) => `DELETE FROM jobs WHERE id IN (${each('?')}) AND token = CASE id ${each('WHEN ? THEN ?', ' ')} END RETURNING id`,
);
const REMOVE_LIST = `DELETE FROM jobs
  WHERE id = ANY(?::text[]) AND token = (?::text[])[array_position(?::text[], id)] RETURNING id`;

/** @returns the ids of the jobs that were still leased with their tokens and are removed now. */
export async function remove(manager: EntityManager, jobs: readonly Job[]): Promise<Set<string>> {
  const ids = jobs.map(({ id }) => id);
  const tokens = jobs.map(({ token }) => token);
  const rows: { id: string }[] = getDialect(manager).hasLists
    ? await sql(manager, REMOVE_LIST, [ids, tokens, ids])
    : await sql(manager, REMOVE(jobs.length), [...ids, ...jobs.flatMap(({ id, token }) => [id, token])]);
  return new Set(rows.map(({ id }) => id));
}

interface Return {
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
    `UPDATE jobs SET state = ?, scheduled_at = ?, run_at = ?, crashes = ?, reason = ?, token = NULL, leased_by = NULL, lease_until = NULL
     WHERE id = ? AND token = ? RETURNING id`,
    [state, now, runAt, crashes, reason, job.id, job.token],
  );
  return rows.length === 1;
}
