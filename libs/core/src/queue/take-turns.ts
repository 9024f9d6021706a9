import { takeTurn, type Transaction } from '../store';
import { busy } from './busy';
import type { WorkOptions } from './queue';
import { type Candidate, type Due, dueOfGroup, waitingGroups } from './statements';

/**
 * The jobs to claim so that groups take turns: the highest priority first, among equals one of each group with the fewest
 * under way, then a second. No group goes above what the lane allows or its own limit, no key above its limit. The fewer
 * places are free the fewer a group may have: whatever waits, a group that has none finds one.
 */
export async function takeTurns(
  tx: Transaction,
  due: Due,
  { concurrency, groupConcurrency: most = Infinity, groupLimits }: WorkOptions,
): Promise<string[]> {
  const { manager } = tx;
  await takeTurn(manager, `groups of ${due.lane}`);
  const limits = await groupLimits?.(tx, due.now);
  const { groups, keys, fullKeys } = await busy(manager, due.lane);
  const turns: (Candidate & { turn: number })[] = [];
  for (const group of await waitingGroups(manager, due.lane)) {
    const underWay = groups.get(group) ?? 0;
    const limit = Math.min(due.limit, (limits?.get(group) ?? most) - underWay);
    if (limit <= 0) continue;
    const candidates = await dueOfGroup(manager, { group, fullKeys }, { ...due, limit });
    candidates.forEach((each, place) => {
      const turn = underWay + place;
      if (turn < (each.group_limit ?? Infinity)) turns.push({ ...each, turn });
    });
  }
  turns.sort((a, b) => a.rank - b.rank || a.turn - b.turn || (a.id < b.id ? -1 : 1));
  const chosen: string[] = [];
  for (const { id, turn } of withinKeys(turns, keys)) {
    const free = due.limit - chosen.length;
    // Where only the last quarter is free.
    const share = Math.max(1, Math.ceil(most * Math.min(1, (4 * free) / concurrency)));
    if (free > 0 && turn < share) chosen.push(id);
  }
  return chosen;
}

/** Leaves out what would take a key above its limit. */
function withinKeys<Each extends Candidate>(candidates: Each[], busyKeys: Map<string, number>): Each[] {
  const counts = new Map(busyKeys);
  return candidates.filter(({ key_name, key_limit }) => {
    if (key_limit === null) return true;
    const count = counts.get(key_name) ?? 0;
    if (count >= key_limit) return false;
    counts.set(key_name, count + 1);
    return true;
  });
}
