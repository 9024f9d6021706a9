/** Names and the wider names above them: beagle, dog, animal. */
export class NameTree {
  private readonly above = new Map<string, readonly string[]>();
  private readonly wider: ReadonlySet<string>;

  /** @param parents the next wider name of each name that has one. @throws Error if a name is above itself. */
  constructor(private readonly parents: Readonly<Record<string, string>>) {
    for (const name of Object.keys(parents)) this.above.set(name, this.climb(name));
    this.wider = new Set(Object.values(parents));
  }

  /** Whether the tree has names below this one. */
  isWider(name: string): boolean {
    return this.wider.has(name);
  }

  /** The wider names, from the nearest to the widest. */
  ancestors(name: string): readonly string[] {
    return this.above.get(name) ?? [];
  }

  /** Whether the names are equal, or one is a wider name of the other. */
  areRelated(one: string, other: string): boolean {
    return one === other || this.ancestors(one).includes(other) || this.ancestors(other).includes(one);
  }

  /** Adds to each wider name the values of the names below it. The values of the result no longer sum to 1. */
  sums(values: ReadonlyMap<string, number>): Map<string, number> {
    const sums = new Map(values);
    for (const [name, value] of values) for (const wider of this.ancestors(name)) sums.set(wider, (sums.get(wider) ?? 0) + value);
    return sums;
  }

  private climb(name: string): string[] {
    const found: string[] = [];
    for (let next = this.parents[name]; next !== undefined; next = this.parents[next]) {
      if (next === name || found.includes(next)) throw new Error(`parents: '${name}' is above itself.`);
      found.push(next);
    }
    return found;
  }
}
