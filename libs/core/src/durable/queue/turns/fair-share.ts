import { seeCommits, type Transaction, sql } from '../../database';
import type { WorkOptions, QueueName } from '../queue';
import { type ClaimableJob, type Due, dueOfGroup, waitingGroups } from '../statements';
import { inTurn, type ServedLast, type Turn } from './in-turn';
import type { EntityManager } from 'typeorm';

/**
 * Selects the jobs to claim so that keys and their groups take turns. The highest priority is first; then one job of each key and
 * group with the fewest in progress, then a second. No group exceeds the queue's limit or its own, and no key exceeds its limit.
 * The fewer slots are free, for all or for its key, the fewer a group may have, so that a group without jobs in progress finds one.
 * @param last who was served before.
 * @returns `more` if due jobs may remain that must wait for a slot.
 */
export async function shareFairly(tx: Transaction, due: Due, options: WorkOptions, last: ServedLast): Promise<QueueShare> {
  return (await withoutTurns(tx, due, options, last)) ?? (await inTurns(tx, due, options, last));
}

interface QueueShare {
  found: Turn[];
  more: boolean;
}

/**
 * A single group without limits takes no turns and needs no counts, so several processes can claim its jobs at the same time.
 * Otherwise each waits until the previous one has claimed.
 * @returns undefined if jobs must take turns.
 */
async function withoutTurns(
  { manager }: Transaction,
  due: Due,
  options: WorkOptions,
  last: ServedLast,
): Promise<QueueShare | undefined> {
  const { concurrency, groupConcurrency = Infinity, groupShare = Infinity, groupLimits } = options;
  if (groupConcurrency < Infinity || groupLimits || last.limited) return undefined;
  await seeCommits(manager);
  const [group, ...others] = await waitingGroups(manager, due.queue);
  if (group === undefined) return { found: [], more: false };
  if (others.length > 0) return undefined;
  const here = due.here({ group });
  const limit = Math.min(due.limit, shareOf(groupShare, due.limit, concurrency) - here);
  if (limit <= 0) return { found: [], more: true };
  const candidates = await dueOfGroup(manager, { group, fullKeys: [] }, { ...due, limit });
  // From now on this worker locks first, because the rows it has locked here look claimed to others.
  last.limited = candidates.some(isLimited);
  if (last.limited) return undefined;
  const turns = candidates.map((each, turn) => ({ each, turn, here: here + turn }));
  const { found, left } = whileFree(turns, { due, keys: new Map(), options });
  return { found, more: left || candidates.length >= limit };
}

async function inTurns(tx: Transaction, due: Due, options: WorkOptions, last: ServedLast): Promise<QueueShare> {
  const { groupConcurrency: most = Infinity, groupShare = Infinity, groupLimits } = options;
  const { manager } = tx;
  await tx.lock(`groups of ${due.queue}`);
  const limits = await groupLimits?.(tx, due.now);
  const { groups, keys, fullKeys } = await readLoadState(manager, due.queue);
  const turns: Turn[] = [];
  last.limited = false;
  let more = false;
  for (const group of await waitingGroups(manager, due.queue)) {
    const inProgress = groups.get(group) ?? 0;
    const here = due.here({ group });
    const limit = Math.min(due.limit, (limits?.get(group) ?? most) - inProgress, groupShare - here);
    const candidates = limit > 0 ? await dueOfGroup(manager, { group, fullKeys }, { ...due, limit }) : [];
    more ||= candidates.length >= limit;
    last.limited ||= candidates.some(isLimited);
    candidates.forEach((each, index) => {
      const turn = inProgress + index;
      if (turn < (each.group_limit ?? Infinity)) turns.push({ each, turn, here: here + index });
    });
  }
  const { found, left } = whileFree(withinKeys(inTurn(turns, keys, last), keys), { due, keys, options });
  return { found, more: more || left };
}

/** Takes the jobs that find a slot, in the given order. @returns `left` if a key must wait for other jobs to end. */
function whileFree(
  turns: readonly Turn[],
  { due, keys, options }: { due: Due; keys: ReadonlyMap<string, number>; options: WorkOptions },
): { found: Turn[]; left: boolean } {
  const { concurrency, groupConcurrency = Infinity, groupShare = Infinity, keyLeast = Infinity, keyShare = Infinity } = options;
  const counts = new Map(keys);
  const here = new Map<string, number>();
  const found: Turn[] = [];
  let left = false;
  for (const turn of turns) {
    const free = due.limit - found.length;
    if (free <= 0) break;
    const { key_name: key } = turn.each;
    const has = counts.get(key) ?? 0;
    const ofKey = key === '' ? Infinity : Math.max(keyLeast, free);
    // What the key has once it has taken as many slots as it leaves free.
    const inAll = key === '' ? Infinity : Math.max(keyLeast, (free + has) / 2);
    const hasHere = here.get(key) ?? due.here({ key });
    const isOverHere = key !== '' && hasHere >= Math.max(keyShare, free);
    const isOver = isOverHere || has >= ofKey || turn.turn >= Math.ceil(ofKey / 2);
    left ||= isOver;
    if (
      isOver ||
      turn.turn >= shareOf(groupConcurrency, free, concurrency) ||
      (inAll < Infinity && turn.turn >= shareOf(groupConcurrency, inAll - has, inAll)) ||
      turn.here >= shareOf(groupShare, free, concurrency)
    )
      continue;
    counts.set(key, has + 1);
    here.set(key, hasHere + 1);
    found.push(turn);
  }
  return { found, left };
}

/** Shares shrink when less than a quarter of the slots is free. */
function shareOf(most: number, free: number, slots: number): number {
  return Math.max(1, Math.ceil(most * Math.min(1, (4 * free) / slots)));
}

const isLimited = ({ group_limit, key_limit }: ClaimableJob): boolean => group_limit !== null || key_limit !== null;

/** Leaves out jobs that would exceed the limit of their key. */
function withinKeys(turns: readonly Turn[], busyKeys: ReadonlyMap<string, number>): Turn[] {
  const counts = new Map(busyKeys);
  return turns.filter(({ each: { key_name, key_limit } }) => {
    if (key_limit === null) return true;
    const count = counts.get(key_name) ?? 0;
    if (count >= key_limit) return false;
    counts.set(key_name, count + 1);
    return true;
  });
}

/** The jobs in progress in all processes. */
interface LoadState {
  groups: Map<string, number>;
  keys: Map<string, number>;
  /** Keys that have reached their limit. */
  fullKeys: string[];
}

export async function readLoadState(manager: EntityManager, queue: QueueName): Promise<LoadState> {
  const rows: { group_key: string; key_name: string; key_limit: number | null; jobs: number }[] = await sql(
    manager,
    `SELECT group_key, key_name, MIN(key_limit) AS key_limit, COUNT(*) AS jobs FROM jobs WHERE queue = ? AND state = 'leased'
     GROUP BY group_key, key_name`,
    [queue],
  );
  const [groups, keys, limits] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  for (const { group_key, key_name, key_limit, jobs } of rows) {
    groups.set(group_key, (groups.get(group_key) ?? 0) + Number(jobs));
    keys.set(key_name, (keys.get(key_name) ?? 0) + Number(jobs));
    limits.set(key_name, Math.min(key_limit ?? Infinity, limits.get(key_name) ?? Infinity));
  }
  return { groups, keys, fullKeys: [...keys.keys()].filter((key) => keys.get(key)! >= limits.get(key)!) };
}
