import { hasEnded, type RunDetail, type RunItem } from '../../pipelines/answers';
import { counted } from '../../parts/text/counted';

/** What happened at a moment. */
export interface LogLine {
  at: string;
  what: string;
  isBad?: boolean;
}

/** What is kept of a run, in the order in which it happened: its start, its steps, items that failed, files, its end. */
export function logOf(run: RunDetail, failed: readonly RunItem[]): LogLine[] {
  const lines: (LogLine | false)[] = [
    { at: run.created_at, what: 'The run was requested.' },
    !!run.started_at && { at: run.started_at, what: 'The run started.' },
    ...run.steps.flatMap(linesOfStep),
    ...failed.map(lineOfItem),
    ...endOf(run),
  ];
  // Lines of one moment stay in this order: a step begins before an item of it fails.
  return lines.filter((line) => line !== false).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function linesOfStep({ step, state, total, started_at, ended_at }: RunDetail['steps'][number]): (LogLine | false)[] {
  const items = total === null ? '' : ` with ${counted(total, 'item')}`;
  const isBad = state === 'failed';
  return [
    !!started_at && { at: started_at, what: `The step ${step} started.` },
    !!ended_at && { at: ended_at, what: `The step ${step} ended${items}: ${state}.`, isBad },
  ];
}

function lineOfItem({ key, step, attempts, error, ended_at }: RunItem): LogLine | false {
  if (!error || !ended_at) return false;
  const name = key ? `${key} (${step})` : step;
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  return { at: ended_at, what: `${name} failed in ${error.step}${tries}: ${error.code}, ${error.reason}`, isBad: true };
}

function endOf(run: RunDetail): LogLine[] {
  if (!run.ended_at || !hasEnded(run)) return [];
  const at = run.ended_at;
  const written = run.outputs.map(({ name, rows }) => ({
    at,
    what: `Wrote ${name}, ${counted(rows, 'row')}.`,
  }));
  const why = run.error ? ` ${run.error}` : '';
  return [...written, { at, what: `The run ended: ${run.status}.${why}`, isBad: run.status === 'failed' }];
}
