import type { EntityManager } from 'typeorm';
import { takeTurn } from '../store';
import { busyGroups, type Due, dueOfGroup, waitingGroups } from './statements';

/**
 * The jobs to claim so that groups take turns: first one of each group with the fewest under way, then a second, and no
 * group above `most` at once.
 */
export async function takeTurns(manager: EntityManager, due: Due, most: number): Promise<string[]> {
  await takeTurn(manager, `groups of ${due.lane}`);
  const busy = await busyGroups(manager, due.lane);
  const turns: { id: string; turn: number }[] = [];
  for (const group of await waitingGroups(manager, due.lane)) {
    const underWay = busy.get(group) ?? 0;
    const limit = Math.min(due.limit, most - underWay);
    if (limit <= 0) continue;
    const ids = await dueOfGroup(manager, group, { ...due, limit });
    ids.forEach((id, place) => turns.push({ id, turn: underWay + place }));
  }
  turns.sort((a, b) => a.turn - b.turn || (a.id < b.id ? -1 : 1));
  return turns.slice(0, due.limit).map(({ id }) => id);
}
