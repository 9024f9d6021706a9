import type { Queue } from '../../durable/queue';
import type { Transaction } from '../../durable/database';
import type { Catalogue } from '../language';
import type { Plan } from '../language';
import type { RunEntity } from './entities/run.entity';

/** The lanes that runs wait in: those whose single calls take minutes have workers of their own. */
export const RUN_LANES = ['pictures', 'long'] as const;
export type RunLane = (typeof RUN_LANES)[number];

/** A step that may take longer makes its run a long one. */
const LONG_MS = 60_000;

export interface RunJobsOptions {
  queue: Queue;
  catalogue: Catalogue;
  /** Runs of one API key at once, over all processes; undefined: any number. */
  runsPerKey?: number;
}

/** A run is long where a step analyses clips, or may take more than a minute. */
export function laneOf({ steps }: Pick<Plan, 'steps'>, catalogue: Catalogue): RunLane {
  const calls = steps.flatMap((step) => (step.kind === 'block' ? step.steps : [step]));
  const takesClips = (uses: string) => catalogue.get(uses)?.input.properties?.['video'] !== undefined;
  return calls.some(({ uses, timeoutMs = 0 }) => timeoutMs > LONG_MS || takesClips(uses)) ? 'long' : 'pictures';
}

/** The jobs that stand for runs: which lane they wait in, in which order, and how many are done at once. */
export class RunJobs {
  constructor(private readonly options: RunJobsOptions) {}

  /** Asks for the run to be executed: by this process alone where it is its `own`. */
  async add(tx: Transaction, { id, key_id }: Pick<RunEntity, 'id' | 'key_id'>, plan: Plan, own = false): Promise<void> {
    const { queue, catalogue, runsPerKey } = this.options;
    await queue.add(tx, laneOf(plan, catalogue), id, {
      owner: own ? id : undefined,
      priority: plan.priority,
      group: plan.name,
      groupLimit: plan.concurrency,
      ...(key_id !== null && { key: key_id, keyLimit: runsPerKey }),
    });
  }

  async cancel(tx: Transaction, runId: string): Promise<void> {
    for (const lane of RUN_LANES) await this.options.queue.cancel(tx, lane, [runId]);
  }
}
