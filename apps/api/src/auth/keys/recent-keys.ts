const MAX = 1_000;

/** Hashes of recently accepted keys; the oldest are dropped. They prove nothing: each check still queries the database. */
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
