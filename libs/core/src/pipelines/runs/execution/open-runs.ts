import type { Plan } from '../../language';
import type { ParsedTexts } from '../../registry/parsed-texts';
import type { RunEntity } from '../entities';
import { LocalRun, type RunServices } from '../context/run-context';
import { RunFailed } from '../context/run-failed';

interface OpenRun {
  row: RunEntity;
  plan: Plan;
  context: Promise<LocalRun>;
  users: number;
}

/** The runs that this process works on. The coordinator and the shards of a run share one context, including its downloads. */
export class OpenRuns {
  private readonly runs = new Map<string, OpenRun>();

  constructor(
    private readonly services: RunServices,
    private readonly texts: ParsedTexts,
  ) {}

  /** @throws RunFailed if the pipeline no longer fits, or the error of `work`. */
  async use<T>(row: RunEntity, work: (run: LocalRun) => Promise<T>): Promise<T> {
    const run = this.runs.get(row.id) ?? this.open(row);
    run.users++;
    try {
      return await work(await run.context);
    } finally {
      if (--run.users === 0) await this.close(row.id, run);
    }
  }

  /** The row with which a run was opened here: its counts and its state are old. */
  rowOf(id: string): RunEntity | undefined {
    return this.runs.get(id)?.row;
  }

  /** @throws RunFailed if the pipeline no longer fits. */
  planOf({ id, source, file }: Pick<RunEntity, 'id' | 'source' | 'file'>): Plan {
    const known = this.runs.get(id)?.plan;
    if (known) return known;
    const { plan, diagnostics } = this.texts.read(source, file);
    if (plan) return plan;
    const { file: at, line, column, message } = diagnostics[0]!;
    throw new RunFailed(`The pipeline no longer fits this Percept: ${at}:${line}:${column}: ${message}`);
  }

  private open(row: RunEntity): OpenRun {
    const plan = this.planOf(row);
    const run = { row, plan, context: LocalRun.open(this.services, row, plan), users: 0 };
    this.runs.set(row.id, run);
    return run;
  }

  private async close(id: string, { context }: OpenRun): Promise<void> {
    this.runs.delete(id);
    // Files that cannot be removed now are removed with the run.
    await context.then(({ rows }) => rows.close()).catch(() => undefined);
  }
}
