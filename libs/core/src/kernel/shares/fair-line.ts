import type { BilledAccount } from '../ids';

/** Names that are kept although they have nothing waiting. Beyond that, names without a lead are forgotten. */
const MAX_NAMES = 256;

/** The owner of waiting work: a project, and one of its keys. */
export interface Share {
  project: string;
  key: string;
}

/** The share of work that belongs to nobody in particular, such as the service's own. */
export const NOBODYS_SHARE: Share = { project: '', key: '' };

export const toShare = ({ projectId, keyId }: BilledAccount): Share => ({ project: projectId, key: keyId ?? '' });

/**
 * A queue with fair shares. The project that has had the least comes next, and of its keys the one that has had the least. Each key
 * is served first come, first served. The service is counted in turns, or in the unit of `cost`, such as milliseconds.
 * Work-conserving: a project that waits alone gets everything, and of two each gets half.
 */
export class FairLine<T extends { share?: Share }> implements Iterable<T> {
  /** Those whose turn is next come first: projects, and the keys of a project. */
  private readonly turns = new Map<string, Map<string, Set<T>>>();
  private count = 0;
  private readonly projectsHad = new Debits();
  private readonly keysHad = new Debits();

  get size(): number {
    return this.count;
  }

  /** The projects that have something waiting. */
  get projects(): string[] {
    return [...this.turns.keys()];
  }

  add(item: T): void {
    const { project, key } = item.share ?? NOBODYS_SHARE;
    const keys = entryOf(this.turns, project, () => new Map<string, Set<T>>());
    entryOf(keys, key, () => new Set<T>()).add(item);
    this.count++;
  }

  /** Removes an item that no longer waits. @returns false if it did not wait. */
  delete(item: T): boolean {
    const { project, key } = item.share ?? NOBODYS_SHARE;
    const keys = this.turns.get(project);
    const items = keys?.get(key);
    if (!keys || !items?.delete(item)) return false;
    if (items.size === 0) keys.delete(key);
    if (keys.size === 0) this.turns.delete(project);
    this.count--;
    return true;
  }

  /** Finds the next item whose turn it is and that fits. It stays in the line. */
  next(fits: (item: T) => boolean = () => true): T | undefined {
    for (const [project, keys] of byNeed(this.turns, (name) => this.projectsHad.of(name))) {
      const inOrder = byNeed(keys, (key) => this.keysHad.of(nameOf({ project, key })));
      for (const [, items] of inOrder) for (const item of items) if (fits(item)) return item;
    }
    return undefined;
  }

  /** Takes the next item and passes the turn on. @param cost the cost of the item; one turn when absent. */
  take(fits?: (item: T) => boolean, cost?: (item: T) => number): T | undefined {
    const item = this.next(fits);
    if (!item) return undefined;
    this.delete(item);
    const share = item.share ?? NOBODYS_SHARE;
    const keys = this.turns.get(share.project);
    if (keys) moveToEnd(keys, share.key);
    moveToEnd(this.turns, share.project);
    this.charge(share, cost?.(item) ?? 1);
    return item;
  }

  /** Charges a share for something that is served without having waited. */
  charge(share: Share, cost: number): void {
    this.projectsHad.begin(share.project, cost);
    this.keysHad.begin(nameOf(share), cost);
  }

  /** Corrects the charge of a share by a difference, which may be negative. */
  correct(share: Share, cost: number): void {
    this.projectsHad.correct(share.project, cost);
    this.keysHad.correct(nameOf(share), cost);
  }

  /** The waiting items of a project. */
  of(project: string): T[] {
    return [...(this.turns.get(project)?.values() ?? [])].flatMap((items) => [...items]);
  }

  /**
   * Counts the items that would be served before a new item of this project: the project's own, and as many of each other project.
   */
  before(project: string): T[] {
    const own = this.of(project);
    const others = [...this.turns.keys()].filter((each) => each !== project);
    return [...own, ...others.flatMap((each) => this.of(each).slice(0, own.length + 1))];
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const keys of this.turns.values()) for (const items of keys.values()) yield* items;
  }
}

const nameOf = ({ project, key }: Share): string => `${project}\n${key}`;

/** Orders projects or keys: the one that has had the least comes first, and among equals the one that has waited longest. */
function byNeed<V>(waiting: ReadonlyMap<string, V>, had: (name: string) => number): Iterable<[string, V]> {
  if (waiting.size < 2) return waiting;
  const ranked = [...waiting].map((entry): [number, [string, V]] => [had(entry[0]), entry]);
  return ranked.sort(([one], [other]) => one - other).map(([, entry]) => entry);
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function moveToEnd<K, V>(map: Map<K, V>, key: K): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

/**
 * What each competitor has had, in turns or in milliseconds (start-time fair queueing). A competitor that comes back begins where
 * the others are: unused time is not saved up.
 */
class Debits {
  private readonly had = new Map<string, number>();
  /** The debit at which the last served competitor began. */
  private now = 0;

  /** The debit of a name. The lowest comes next. */
  of(name: string): number {
    return Math.max(this.now, this.had.get(name) ?? 0);
  }

  /** Charges an amount for work that begins now. */
  begin(name: string, amount: number): void {
    this.now = this.of(name);
    this.had.set(name, this.now + amount);
    if (this.had.size > MAX_NAMES) this.forget();
  }

  /** Adds the difference between the actual and the expected amount. */
  correct(name: string, amount: number): void {
    this.had.set(name, (this.had.get(name) ?? this.now) + amount);
  }

  private forget(): void {
    for (const [name, had] of this.had) if (had <= this.now) this.had.delete(name);
  }
}
