import { lockRow, type Transaction } from '../database';
import { readLoadState } from './load-state';
import type { WorkOptions } from './queue';
import { type Candidate, type Due, dueOfGroup, waitingGroups } from './statements';

/**
 * The jobs to claim so that groups take turns: the highest priority first, among equals one of each group with the fewest
 * under way, then a second. No group goes above what the lane allows or its own limit, no key above its limit. The fewer
 * places are free the fewer a group may have: whatever waits, a group that has none finds one.
 * @returns `more` where there may be some that have to wait for a place.
 */
export async function shareFairly(
  tx: Transaction,
  due: Due,
  { concurrency, groupConcurrency: most = Infinity, groupLimits }: WorkOptions,
): Promise<{ found: Candidate[]; more: boolean }> {
  const { manager } = tx;
  await lockRow(manager, `groups of ${due.lane}`);
  const limits = await groupLimits?.(tx, due.now);
  const { groups, keys, fullKeys } = await readLoadState(manager, due.lane);
  const turns: Turn[] = [];
  let more = false;
  for (const group of await waitingGroups(manager, due.lane)) {
    const underWay = groups.get(group) ?? 0;
    const limit = Math.min(due.limit, (limits?.get(group) ?? most) - underWay);
    const candidates = limit > 0 ? await dueOfGroup(manager, { group, fullKeys }, { ...due, limit }) : [];
    more ||= candidates.length >= limit;
    candidates.forEach((each, place) => {
      const turn = underWay + place;
      if (turn < (each.group_limit ?? Infinity)) turns.push({ each, turn });
    });
  }
  turns.sort((a, b) => a.each.rank - b.each.rank || a.turn - b.turn || (a.each.id < b.each.id ? -1 : 1));
  const found: Candidate[] = [];
  for (const { each, turn } of withinKeys(turns, keys)) {
    const free = due.limit - found.length;
    // Where only the last quarter is free.
    const share = Math.max(1, Math.ceil(most * Math.min(1, (4 * free) / concurrency)));
    if (free > 0 && turn < share) found.push(each);
  }
  return { found, more };
}

interface Turn {
  each: Candidate;
  /** How many of its group are before it. */
  turn: number;
}

/** Leaves out what would take a key above its limit. */
function withinKeys(turns: Turn[], busyKeys: Map<string, number>): Turn[] {
  const counts = new Map(busyKeys);
  return turns.filter(({ each: { key_name, key_limit } }) => {
    if (key_limit === null) return true;
    const count = counts.get(key_name) ?? 0;
    if (count >= key_limit) return false;
    counts.set(key_name, count + 1);
    return true;
  });
}
