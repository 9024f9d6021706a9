import type { EntityManager } from 'typeorm';
import { waitingJob } from '../../durable/queue';
import { ENDED, type ItemWait, type RunResponse, type RunWait, type ShardWait } from './entities';
import { RUN_QUEUES } from './context/run-jobs';
import { openShards } from './entities/shard.repository';

const SAYS: Record<ItemWait, (items: string) => string> = {
  slot: (items) => `${items} for a slot: this process works on as many items as it can.`,
  worker: (items) => `${items} for a worker: all of them have enough to do.`,
  quota: (items) => `${items} for the quota or the rate limit of the API key that pays for the run.`,
  retry: (items) => `${items} for the next attempt after an error.`,
};

/** Why a run makes no progress; undefined if something goes on, or if it has ended. */
export async function findRunWait(
  manager: EntityManager,
  { id, status, counts }: Pick<RunResponse, 'id' | 'status' | 'counts'>,
  now: number,
): Promise<RunWait | undefined> {
  if (ENDED.includes(status) || counts.running > 0) return undefined;
  const coordinator = await waitForCoordinator(manager, id, now);
  if (coordinator) return coordinator;
  const { free, waits } = await openShards(manager, id);
  const [most] = merged(waits).sort((a, b) => b.count - a.count);
  if (most) return itemWait(most);
  if (free === 0) return undefined;
  const shards = free === 1 ? '1 shard of its items waits' : `${free} shards of its items wait`;
  return { kind: 'shards', count: free, until: null, message: `${shards} for a process that has room for more.` };
}

async function waitForCoordinator(manager: EntityManager, id: string, now: number): Promise<RunWait | undefined> {
  const job = await waitingJob(manager, RUN_QUEUES, id);
  if (!job) return undefined;
  const { run_at, reason, group_limit, group_busy, key_limit, key_busy } = job;
  if (run_at > now) {
    const message = `It goes on later, since it was interrupted: ${(reason ?? 'no reason is known').slice(0, 200)}`;
    return { kind: 'retry', count: 1, until: new Date(run_at).toISOString(), message };
  }
  const inProgress = (limit: number, whose: string): string =>
    `It waits for another run to end: ${limit === 1 ? '1 run' : `${limit} runs`} of ${whose} may be in progress at a time.`;
  if (group_limit !== null && group_busy >= group_limit)
    return { kind: 'slot', count: group_busy, until: null, message: inProgress(group_limit, 'the pipeline (its `concurrency`)') };
  if (key_limit !== null && key_busy >= key_limit)
    return {
      kind: 'slot',
      count: key_busy,
      until: null,
      message: inProgress(key_limit, 'the API key (runs_per_key of PERCEPT_PROJECT_LIMITS)'),
    };
  const message = 'It waits for a process that coordinates it: none has taken it yet.';
  return { kind: 'coordinator', count: 1, until: null, message };
}

function merged(waits: readonly ShardWait[]): ShardWait[] {
  const byKind = new Map<ItemWait, ShardWait>();
  for (const wait of waits) {
    const { count = 0, until = wait.until } = byKind.get(wait.kind) ?? {};
    const first = until === null || wait.until === null ? null : Math.min(until, wait.until);
    byKind.set(wait.kind, { kind: wait.kind, count: count + wait.count, until: first });
  }
  return [...byKind.values()];
}

function itemWait({ kind, count, until }: ShardWait): RunWait {
  const items = count === 1 ? '1 item waits' : `${count} items wait`;
  return { kind, count, until: until === null ? null : new Date(until).toISOString(), message: SAYS[kind](items) };
}
