import { parsePipeline, type Catalogue, type Plan } from '../../language';
import type { RunEntity } from '../entities';
import { RunContext, type RunServices } from './run-context';
import { RunFailed } from './run-failed';

const MAX_PLANS = 64;

interface OpenRun {
  row: RunEntity;
  plan: Plan;
  context: Promise<RunContext>;
  users: number;
}

/** The runs that this process works on. The coordinator and the shards of a run use one context, and so what it downloaded. */
export class OpenRuns {
  private readonly runs = new Map<string, OpenRun>();
  /** Of the last runs: parsing takes longer than the rest of a shard's claim, and a run is closed between two of its shards. */
  private readonly plans = new Map<string, Plan>();

  constructor(
    private readonly services: RunServices,
    private readonly catalogue: Catalogue,
  ) {}

  /** @throws RunFailed if the pipeline no longer fits, or what `work` throws. */
  async use<T>(row: RunEntity, work: (run: RunContext) => Promise<T>): Promise<T> {
    const run = this.runs.get(row.id) ?? this.open(row);
    run.users++;
    try {
      return await work(await run.context);
    } finally {
      if (--run.users === 0) await this.close(row.id, run);
    }
  }

  /** What a run that is open here was opened with: its counts and its state are old. */
  rowOf(id: string): RunEntity | undefined {
    return this.runs.get(id)?.row;
  }

  /** @throws RunFailed if the pipeline no longer fits. */
  planOf({ id, source, file }: Pick<RunEntity, 'id' | 'source' | 'file'>): Plan {
    const known = this.runs.get(id)?.plan ?? this.plans.get(id);
    if (known) return known;
    const { plan, diagnostics } = parsePipeline(source, file, this.catalogue);
    if (plan) return this.keep(id, plan);
    const { file: at, line, column, message } = diagnostics[0]!;
    throw new RunFailed(`The pipeline no longer fits this Percept: ${at}:${line}:${column}: ${message}`);
  }

  private keep(id: string, plan: Plan): Plan {
    this.plans.set(id, plan);
    if (this.plans.size > MAX_PLANS) this.plans.delete(this.plans.keys().next().value!);
    return plan;
  }

  private open(row: RunEntity): OpenRun {
    const plan = this.planOf(row);
    const run = { row, plan, context: RunContext.open(this.services, row, plan), users: 0 };
    this.runs.set(row.id, run);
    return run;
  }

  private async close(id: string, { context }: OpenRun): Promise<void> {
    this.runs.delete(id);
    // What cannot be removed now goes with the run.
    await context.then(({ rows }) => rows.close()).catch(() => undefined);
  }
}
