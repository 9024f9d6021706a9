import type { Step, OutputSpec } from '../../language';
import type { RunResponse } from '../entities';
import { liveCounts } from '../entities/shard.repository';
import type { Coordination } from './coordination';
import type { LocalRun } from '../context/run-context';
import type { StepOutcome } from '../context/step-outcome';
import { scopeAfter, runScope } from '../context/step-scope';
import { StepRun } from './step-run';
import { ExpressionError, type EvaluationContext } from '../../../expressions';
import { evaluateTemplate, RowsRef } from '../../syntax';
import { isOurs, outputFormats } from '../../kinds';
import { outputPath, writeRows, type RowPages } from '../../outputs';
import type { RowSources } from '../context/row-sources';
import { LostClaim } from '../context/run-claim';
import { RunFailed } from '../context/run-failed';

const WINDOW_MS = 10_000;

const RATE_MS = 500;

/** Coordinates a run: starts each step as soon as the steps that it needs have ended, and writes the outputs. */
export class Execution {
  private readonly outcomes = new Map<string, StepOutcome>();
  private readonly rate = new RateMeter();
  private ended: number | undefined;

  constructor(private readonly coordination: Coordination) {}

  /** @returns the written files. @throws RunFailed, LostClaim, the reason of `stop`, or an error of the database. */
  async run(): Promise<RunResponse['outputs']> {
    const timer = setInterval(() => void this.measure().catch(() => undefined), RATE_MS);
    try {
      await this.runSteps();
      const outputs = await writeOutputs(this.context, this.outcomes);
      await this.context.rows.closeAll();
      return outputs;
    } finally {
      clearInterval(timer);
    }
  }

  /** Starts no more steps; `run` throws the reason. */
  stop(reason: Error): void {
    this.coordination.stop(reason);
  }

  private get context(): LocalRun {
    return this.coordination.run;
  }

  private async runSteps(): Promise<void> {
    const { plan } = this.context;
    const { stopped, signal } = this.coordination;
    const ends = new Map<string, Promise<void>>();
    for (const step of plan.steps) ends.set(step.id, this.runStep(step, ends));
    // Stopping the run does not wait for a listing.
    const settled = await Promise.race([Promise.allSettled(ends.values()), stopped]);
    signal.throwIfAborted();
    const failure = settled.find((end) => end.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private async runStep(step: Step, ends: ReadonlyMap<string, Promise<void>>): Promise<void> {
    await Promise.all(step.after.map((id) => ends.get(id)!));
    this.coordination.signal.throwIfAborted();
    try {
      await this.coordination.step(async () => {
        const scope = await scopeAfter(this.context, step, this.outcomes);
        this.outcomes.set(step.id, await new StepRun(this.coordination, step, scope).run());
      });
    } catch (error) {
      this.stop(error as Error);
      throw error;
    }
  }

  /** Writes the combined rate of all processes. */
  private async measure(): Promise<void> {
    const { services, id } = this.context;
    const { succeeded, failed } = await liveCounts(services.store.reader, id);
    const [now, ended] = [services.clock.now(), succeeded + failed];
    const more = ended - (this.ended ?? ended);
    const isNew = this.ended === undefined || more > 0;
    this.ended = ended;
    const rate = this.rate.perSecond(now, more);
    if (isNew) await services.store.transaction((tx) => this.coordination.claim.setRate(tx, rate, now));
  }
}

/** Ended items per second, over the last ten seconds: a mean over the whole run would include the warm-up. */
class RateMeter {
  private samples: { at: number; ended: number }[] = [];
  private ended = 0;

  /** Adds a sample: the number of items ended so far. @returns items per second; null until there are two samples. */
  perSecond(now: number, ended: number): number | null {
    // The first sample counts items that ended before it, not its own.
    if (this.samples.length === 0) this.samples.push({ at: now, ended: this.ended });
    this.ended += ended;
    this.samples.push({ at: now, ended: this.ended });
    const first = this.samples.findIndex(({ at }) => now - at <= WINDOW_MS);
    if (first > 0) this.samples.splice(0, first);
    const [oldest] = this.samples;
    return now > oldest!.at ? ((this.ended - oldest!.ended) * 1_000) / (now - oldest!.at) : null;
  }
}

/** Writes the outputs of a run whose steps have ended. Leaves out those that get no rows because a step was skipped. */
async function writeOutputs(context: LocalRun, outcomes: ReadonlyMap<string, StepOutcome>): Promise<RunResponse['outputs']> {
  const written: RunResponse['outputs'] = [];
  for (const output of context.plan.outputs) {
    const scope = await scopeAfter(context, output, outcomes);
    const hasSkipped = output.after.some((id) => outcomes.get(id)?.state === 'skipped');
    if (hasSkipped && !hasRows(output, scope)) continue;
    written.push(await writeOutput(context, output, scope));
  }
  return written;
}

/** Whether an output has rows although a step was skipped, whose result is null: `a == null ? b.rows : a.rows` has. */
function hasRows({ rows }: OutputSpec, scope: EvaluationContext): boolean {
  try {
    const given = evaluateTemplate(rows, scope);
    // Only `a.rows` alone is passed on as a reference, and then the skipped step is `a`.
    return given !== null && !(given instanceof RowsRef);
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

async function writeOutput(
  { row, rows, outputPlace, objects: { storage }, services }: LocalRun,
  output: OutputSpec,
  scope: EvaluationContext,
): Promise<RunResponse['outputs'][number]> {
  const format = outputFormats.get(output.format);
  if (!format) throw new RunFailed(`No plugin has the output '${output.format}'.`);
  const { name, path } = await outputPath(output.path, runScope(row), outputPlace);
  try {
    await services.files.checkRoom(row.project_id, path);
    return {
      name,
      path,
      rows: await writeRows({ path, storage, settings: services.outputs }, format, pagesOf(output, scope, rows)),
    };
  } catch (error) {
    if (error instanceof LostClaim || error instanceof RunFailed || error instanceof ExpressionError) throw error;
    const plugin = outputFormats.pluginOf(output.format);
    const what = isOurs(plugin) ? path : `${path} ('${output.format}' of the plugin '${plugin}')`;
    throw new RunFailed(`The output ${what} cannot be written: ${(error as Error).message}`);
  }
}

function pagesOf(output: OutputSpec, scope: EvaluationContext, rows: RowSources): RowPages {
  const given = evaluateTemplate(output.rows, scope);
  if (given instanceof RowsRef) return rows.pages(given);
  if (!Array.isArray(given)) throw new RunFailed("'rows' of an output must be a list.");
  return async function* () {
    yield given;
  };
}
