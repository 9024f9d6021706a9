import { Injectable } from '@nestjs/common';
import { Store, systemClock, type Clock } from '@percept/core';
import { BOUNDS_MS, type UsageCountEntity } from './usage-count.entity';
import { addUsage } from './usage-count.repository';
import { Flusher } from './flusher';

interface UsedOnce {
  projectId: string;
  keyId: string;
  operation: string;
  status: number;
  durationMs: number;
}

type Counts = Map<string, UsageCountEntity>;

/**
 * Records usage for reports: collects it for a second and writes it in one transaction. A killed process loses the last second. The
 * month's requests are counted exactly elsewhere.
 */
@Injectable()
export class UsageRecorder extends Flusher {
  private counts: Counts = new Map();
  private readonly clock: Clock = systemClock;

  constructor(private readonly store: Store) {
    super();
  }

  record({ projectId: project_id, keyId: key_id, operation, status, durationMs }: UsedOnce): void {
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    const within_ms = BOUNDS_MS.find((bound) => durationMs <= bound) ?? BOUNDS_MS.at(-1)!;
    const at = { project_id, day, key_id, operation, status, within_ms };
    const name = Object.values(at).join('\n');
    const count = this.counts.get(name) ?? { ...at, requests: 0, total_ms: 0 };
    count.requests++;
    count.total_ms += Math.round(durationMs);
    this.counts.set(name, count);
    this.begin();
  }

  protected async write(): Promise<void> {
    const counts = this.counts;
    if (counts.size === 0) return;
    this.counts = new Map();
    try {
      await this.store.transaction(async ({ manager }) => {
        // Sorted, so that two processes never wait for each other's rows.
        for (const name of [...counts.keys()].sort()) await addUsage(manager, counts.get(name)!);
      });
    } catch (error) {
      for (const [name, lost] of counts) {
        const now = this.counts.get(name);
        const sum = { requests: lost.requests + (now?.requests ?? 0), total_ms: lost.total_ms + (now?.total_ms ?? 0) };
        this.counts.set(name, { ...lost, ...sum });
      }
      throw error;
    }
  }
}
