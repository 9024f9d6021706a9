import { hasEnded, type RunDetail, type RunItem } from '../../pipelines/answers';
import { counted } from '../../parts/text/counted';

/** An event at a point in time. */
export interface LogLine {
  at: string;
  what: string;
  isBad?: boolean;
}

type Attempt = RunDetail['earlier_attempts'][number];

/** The recorded events of a run and its earlier attempts, in order of time: starts, steps, failed items, files, ends, retries. */
export function listLogLines(run: RunDetail, failed: readonly RunItem[]): LogLine[] {
  const lines: (LogLine | false)[] = [
    { at: run.created_at, what: 'The run was requested.' },
    ...run.earlier_attempts.flatMap(linesOfAttempt),
    beginning(run, run.earlier_attempts.length > 0),
    ...run.steps.flatMap(linesOfStep),
    ...failed.map(lineOfItem),
    ...endOf(run),
  ];
  // Lines of the same moment keep this order: a step begins before one of its items fails.
  const told = lines.filter((line) => line !== false).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  // A step that a retry kept appears in each attempt; here it is listed once.
  return [...new Map(told.map((line) => [`${line.at} ${line.what}`, line])).values()];
}

const beginning = ({ started_at: at }: Pick<RunDetail, 'started_at'>, isRetry: boolean): LogLine | false =>
  !!at && { at, what: isRetry ? 'The run started again.' : 'The run started.' };

function linesOfAttempt(attempt: Attempt): (LogLine | false)[] {
  const { number, status, error, ended_at, failed, failures, steps, retried_at, retried_by } = attempt;
  const at = ended_at ?? retried_at;
  const left = failed - failures.length;
  return [
    beginning(attempt, number > 1),
    ...steps.flatMap(linesOfStep),
    ...failures.map((failure) => ({ at: failure.ended_at ?? at, what: reasonOf(failure), isBad: true })),
    left > 0 && { at, what: `${counted(left, 'more item')} failed.`, isBad: true },
    ending({ status, error }, at),
    { at: retried_at, what: retried_by.kind === 'anyone' ? 'The run was retried.' : `${retried_by.name} retried the run.` },
  ];
}

const reasonOf = ({ item, step, code, reason }: Attempt['failures'][number]): string =>
  `${item ? `${item} failed in ${step}` : `${step} failed`}: ${code}, ${reason}`;

const ending = ({ status, error }: Pick<RunDetail, 'status' | 'error'>, at: string): LogLine => ({
  at,
  what: `The run ended: ${status}.${error ? ` ${error}` : ''}`,
  isBad: status === 'failed',
});

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
  return [...written, ending(run, at)];
}
