import type { Transaction } from '../../../durable/database';
import type { Queue } from '../../../durable/queue';
import type { Catalogue, Plan } from '../../language';
import type { RunEntity } from '../entities';
import { endShards, type NewShard } from '../entities/shard.repository';

/** The queues in which runs wait. Runs with calls of minutes have a separate queue, so that they do not delay the others. */
export const RUN_QUEUES = ['runs', 'long-runs'] as const;
type RunQueue = (typeof RUN_QUEUES)[number];

/** The queues of shards, in the order of the queues of their runs. */
export const SHARD_QUEUES = ['items', 'long-items'] as const;

/** A step with a longer timeout makes its run a long one. */
const LONG_MS = 60_000;

interface RunJobsOptions {
  queue: Queue;
  catalogue: Catalogue;
  /** How many runs of one API key execute at a time, over all processes; undefined: any number. */
  runsPerKey?: number;
}

/** The queue for a run. A run is long if a step analyzes videos or may take more than a minute. */
function queueFor({ steps }: Pick<Plan, 'steps'>, catalogue: Catalogue): RunQueue {
  const calls = steps.flatMap((step) => (step.kind === 'block' ? step.steps : [step]));
  const takesVideo = (uses: string) => catalogue.get(uses)?.input.properties?.['video'] !== undefined;
  return calls.some(({ uses, timeoutMs = 0 }) => timeoutMs > LONG_MS || takesVideo(uses)) ? 'long-runs' : 'runs';
}

/** The run of a shard. */
interface ShardOwner {
  id: string;
  row: Pick<RunEntity, 'project_id'>;
  plan: Plan;
  /** Only a process that works for this run executes it. */
  own: boolean;
}

/** Queues runs. Each is a job with a priority and limits on how many run at a time. */
export class RunJobs {
  constructor(private readonly options: RunJobsOptions) {}

  /** Queues the run. With `own`, only this process executes it. */
  async add(tx: Transaction, run: Pick<RunEntity, 'id' | 'key_id' | 'project_id'>, plan: Plan, own = false): Promise<void> {
    const { queue, catalogue, runsPerKey } = this.options;
    const { id, key_id, project_id } = run;
    const isLimited = runsPerKey !== undefined && key_id !== null;
    await queue.add(tx, queueFor(plan, catalogue), id, {
      owner: own ? id : undefined,
      priority: plan.priority,
      // Another project may have a pipeline of the same name.
      group: `${project_id} ${plan.name}`,
      groupLimit: plan.concurrency,
      ...(isLimited ? { key: key_id, keyLimit: runsPerKey } : { key: project_id }),
    });
  }

  /**
   * Queues a shard. Projects take turns, and so do the runs of each project, so that a short run ends soon even beside long ones.
   */
  async addShard(tx: Transaction, shard: NewShard, { id, row, plan, own }: ShardOwner, atOnce?: number): Promise<void> {
    const { queue, catalogue } = this.options;
    await queue.add(tx, SHARD_QUEUES[RUN_QUEUES.indexOf(queueFor(plan, catalogue))]!, shard.id, {
      owner: own ? id : undefined,
      priority: plan.priority,
      key: row.project_id,
      group: `${id} ${shard.step}`,
      groupLimit: atOnce,
    });
  }

  /** Ends all shards of the run and removes the jobs that nobody works on yet. */
  async endShards(tx: Transaction, runId: string): Promise<void> {
    const waiting = await endShards(tx.manager, runId);
    for (const name of SHARD_QUEUES) await this.options.queue.cancel(tx, name, waiting);
  }

  async cancel(tx: Transaction, runId: string): Promise<void> {
    for (const name of RUN_QUEUES) await this.options.queue.cancel(tx, name, [runId]);
  }
}
