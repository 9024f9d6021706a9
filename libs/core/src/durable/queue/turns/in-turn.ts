import type { Candidate } from '../statements';

/** A job that may be claimed, and whose turn it would be. */
export interface Turn {
  each: Candidate;
  /** How many jobs of its group come before it. */
  turn: number;
  /** How many of those are in this worker. */
  here: number;
}

/** More groups and keys than a queue has at a time: what was served before them is forgotten. */
const MAX_NAMES = 10_000;

/** Who was served last by this worker. Among those with equal claims the one comes first that has waited for the longest. */
export class ServedLast {
  private readonly at = new Map<string, number>();
  private serial = 0;
  /** Some of the jobs that it found last have limits: see `shareFairly`. */
  limited = false;

  note(served: Iterable<Pick<Turn, 'each'>>): void {
    if (this.at.size > MAX_NAMES) this.at.clear();
    for (const { each } of served) {
      this.serial++;
      this.at.set(`group ${each.group_key}`, this.serial);
      this.at.set(`key ${each.key_name}`, this.serial);
    }
  }

  group = (name: string): number => this.at.get(`group ${name}`) ?? 0;
  key = (name: string): number => this.at.get(`key ${name}`) ?? 0;
}

/**
 * The order in which jobs are claimed: by priority; then those whose key, and whose group, have the fewest in progress; then those
 * that were served the longest ago. A key with many groups therefore gets no more than one with a single group.
 * @param busyKeys how many jobs of each key are in progress.
 */
export function inTurn(turns: readonly Turn[], busyKeys: ReadonlyMap<string, number>, last: ServedLast): Turn[] {
  const within = [...turns].sort(
    (a, b) => byRank(a, b) || a.turn - b.turn || last.group(a.each.group_key) - last.group(b.each.group_key) || byAge(a, b),
  );
  const counts = new Map(busyKeys);
  const ranked = within.map((turn, place) => {
    const { key_name: key } = turn.each;
    if (key === '') return { turn, place, level: turn.turn, waited: 0 };
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return { turn, place, level: Math.max(turn.turn, before), waited: last.key(key) };
  });
  ranked.sort((a, b) => byRank(a.turn, b.turn) || a.level - b.level || a.waited - b.waited || a.place - b.place);
  return ranked.map(({ turn }) => turn);
}

const byRank = (a: Turn, b: Turn): number => a.each.rank - b.each.rank;
const byAge = (a: Turn, b: Turn): number => (a.each.id < b.each.id ? -1 : 1);
