import type { ClaimableJob } from '../statements';

/** A job that may be claimed, with its place in turn. */
export interface Turn {
  each: ClaimableJob;
  /** How many jobs of its group come before it, including those in progress. */
  turn: number;
  /** How many of those are in this worker. */
  here: number;
}

/** More groups and keys than a queue has at a time. Beyond this number the history is cleared. */
const MAX_NAMES = 10_000;

/** When this worker last served each group and key. Among equals, the one that has waited longest comes first. */
export class ServedLast {
  private readonly at = new Map<string, number>();
  private serial = 0;
  /** Whether some of the jobs found last have limits: see `shareFairly`. */
  limited = false;

  note(served: Iterable<Pick<Turn, 'each'>>): void {
    if (this.at.size > MAX_NAMES) this.at.clear();
    for (const { each } of served) {
      this.serial++;
      this.at.set(`group ${each.group_key}`, this.serial);
      this.at.set(`key ${each.key_name}`, this.serial);
    }
  }

  readonly group = (name: string): number => this.at.get(`group ${name}`) ?? 0;
  readonly key = (name: string): number => this.at.get(`key ${name}`) ?? 0;
}

/**
 * The order in which jobs are claimed: by priority, then by the fewest jobs in progress of their key and group, then by the longest
 * wait. A key with many groups therefore gets no more than a key with a single group.
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
