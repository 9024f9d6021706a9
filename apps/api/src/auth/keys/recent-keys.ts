const MAX = 1_000;

/** Hashes of keys that were let in lately: the oldest make room. They prove nothing; each check still asks the database. */
export class RecentKeys {
  private readonly hashes = new Set<string>();

  has(hash: string): boolean {
    return this.hashes.has(hash);
  }

  add(hash: string): void {
    if (this.hashes.has(hash)) return;
    if (this.hashes.size >= MAX) this.hashes.delete(this.hashes.values().next().value!);
    this.hashes.add(hash);
  }
}
