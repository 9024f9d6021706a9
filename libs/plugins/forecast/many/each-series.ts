import { PerceptError, type CallContext, type Row, type RowStream } from '@percept/sdk';

/** One of many series, as it was sent. */
export interface Sent extends Row {
  id: string;
}

/** The maximum number of series in one call. A pipeline hands on more as a stream, which has no limit. */
const MAX_SERIES = 10_000;
const LONGEST_ID = 200;

/** The results for the series so far. */
export interface Answers {
  series: AsyncGenerator<Row>;
  series_answered: number;
  series_failed: number;
}

/**
 * Answers each series separately: a refused series gets its error, and the others get their answers.
 * @throws PerceptError INVALID_REQUEST where a series of a list has no id of its own, or there are too many.
 */
export function answerEach(
  sent: RowStream,
  context: Pick<CallContext, 'signal' | 'progress'>,
  answer: (one: Sent) => object,
): Answers {
  const total = Array.isArray(sent) ? checked(sent).length : undefined;
  const counts = { answered: 0, failed: 0 };
  async function* answered(): AsyncGenerator<Row> {
    const started = performance.now();
    const ids = new Set<unknown>();
    const report = () => reportProgress(context, { done: counts.answered + counts.failed, total, started });
    report();
    for await (const one of sent) {
      refuseId(one.id, ids, ids.size);
      const row = answerOrError(one as Sent, answer);
      counts[row.error ? 'failed' : 'answered']++;
      yield row;
      report();
      // Between two series, a cancelled call or an exhausted quota takes effect.
      await new Promise(setImmediate);
      context.signal.throwIfAborted();
    }
  }
  return {
    series: answered(),
    get series_answered() {
      return counts.answered;
    },
    get series_failed() {
      return counts.failed;
    },
  };
}

function answerOrError(one: Sent, answer: (one: Sent) => object): Row {
  try {
    return { id: one.id, ...answer(one) };
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    const { code, message, details } = error;
    return { id: one.id, error: { code, message, ...(details && { field: details.field }) } };
  }
}

function checked(sent: readonly Row[]): readonly Row[] {
  if (sent.length === 0) throw PerceptError.invalid('series', 'is empty: send one series at least.');
  if (sent.length > MAX_SERIES)
    throw PerceptError.invalid(
      'series',
      `has ${sent.length} series: send ${MAX_SERIES} in one call, or let a pipeline stream them.`,
    );
  const ids = new Set<unknown>();
  sent.forEach(({ id }, i) => refuseId(id, ids, i));
  return sent;
}

function refuseId(id: unknown, others: Set<unknown>, i: number): void {
  const field = `series[${i}].id`;
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID)
    throw PerceptError.invalid(field, `must be a text of 1 to ${LONGEST_ID} characters.`);
  if (others.has(id)) throw PerceptError.invalid(field, `repeats '${id}': give each series its own id.`);
  others.add(id);
}

interface Done {
  done: number;
  total: number | undefined;
  started: number;
}

/** A series counts like a frame of a video. The length of a stream is unknown. */
function reportProgress({ progress }: Pick<CallContext, 'progress'>, { done, total, started }: Done): void {
  if (total === undefined) return;
  const left = done > 0 ? ((performance.now() - started) / 1000 / done) * (total - done) : null;
  progress({ processed_frames: done, total_frames: total, percent: Math.floor((100 * done) / total), eta_seconds: left });
}
