import type { Share } from './fair-line';

interface Held {
  claims: number;
  size: number;
}

/** How much of a budget each project has, or each key if there is only one project. Updated as claims come, grow and go. */
export class BudgetUsage {
  private readonly projects = new Map<string, Held>();
  private readonly keys = new Map<string, Held>();

  /** The number of sharers of the budget. */
  get sharers(): number {
    return this.isOneProject ? this.keys.size : this.projects.size;
  }

  /** The name under which a share counts. */
  of(share: Share): string {
    return this.isOneProject ? keyOf(share) : share.project;
  }

  /** The amount that all claims of a share have. */
  by(share: Share): number {
    return (this.isOneProject ? this.keys.get(keyOf(share)) : this.projects.get(share.project))?.size ?? 0;
  }

  /** Adds a claim that has nothing yet. */
  add(share: Share): void {
    this.change(share, 1, 0);
  }

  grow(share: Share, amount: number): void {
    this.change(share, 0, amount);
  }

  /** Removes a claim. @param size the amount that it had. */
  remove(share: Share, size: number): void {
    this.change(share, -1, -size);
  }

  private get isOneProject(): boolean {
    return this.projects.size === 1;
  }

  private change(share: Share, claims: number, size: number): void {
    changeIn(this.projects, share.project, { claims, size });
    changeIn(this.keys, keyOf(share), { claims, size });
  }
}

const keyOf = ({ project, key }: Share): string => `${project}\n${key}`;

function changeIn(all: Map<string, Held>, name: string, { claims, size }: Held): void {
  const held = all.get(name) ?? { claims: 0, size: 0 };
  held.claims += claims;
  held.size += size;
  if (held.claims > 0) all.set(name, held);
  else all.delete(name);
}
