import { ExpressionError, type EvaluationContext } from '../../../expressions';
import type { OutputSpec } from '../../language';
import { evaluateTemplate, RowsRef } from '../../syntax';
import { BUILTIN_KINDS, outputFormats } from '../../kinds';
import { outputPath, writeRows, type RowPages } from '../../outputs';
import type { RowSources } from '../context/row-sources';
import type { RunResponse } from '../entities';
import { LostClaim } from '../context/run-claim';
import type { RunContext } from '../context/run-context';
import { RunFailed } from '../context/run-failed';
import { runScope, scopeAfter } from '../context/step-scope';
import type { StepOutcome } from '../context/step-outcome';

/** Writes the outputs of a run whose steps have ended. An output whose rows come from a skipped step is left out. */
export async function writeOutputs(
  context: RunContext,
  outcomes: ReadonlyMap<string, StepOutcome>,
): Promise<RunResponse['outputs']> {
  const written: RunResponse['outputs'] = [];
  for (const output of context.plan.outputs) {
    if (output.after.some((id) => outcomes.get(id)?.state === 'skipped')) continue;
    written.push(await writeOutput(context, output, await scopeAfter(context, output, outcomes)));
  }
  return written;
}

async function writeOutput(
  { row, rows, outputPlace, objects: { storage }, services }: RunContext,
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
    const isOurs = BUILTIN_KINDS.some((each) => each.name === plugin);
    const what = isOurs ? path : `${path} ('${output.format}' of the plugin '${plugin}')`;
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
