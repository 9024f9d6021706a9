import { createHash } from 'node:crypto';
import { isAbsolute, join, basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isUploadId, PerceptError, type ErrorCode, type Secrets, toJson } from '../../../kernel';
import { isDatabaseError } from '../../../durable/database';
import type { CallInput, CallResult } from '../../../inference/host';
import type { CallStep, Retry } from '../../language';
import { RowsRef } from '../../syntax';
import type { RowSources } from '../context/row-sources';
import type { LocalRun } from '../context/run-context';
import type { ShardContext } from '../shards/shard-context';
import type { ShardSlots } from '../calls/shard-slots';
import type { OpenCall } from '../context/call-times';
import type { StepResult } from '../calls/call-operation';
import { withDataFiles } from './data-files';
import { keepLargeText } from '../context/large-text';
import { mediaObject, withObject } from './media-object';
import { MEDIA_FIELDS } from '../context/result-cache';
import { checkDestinations, checkFetched } from '../calls/secret-destinations';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { parseObjectUrl } from '../../../durable/object-storage';

/** The errors that another attempt may fix: the default of `retry.on`. */
const RETRYABLE: readonly ErrorCode[] = ['TIMEOUT', 'RATE_LIMITED', 'MEDIA_FETCH_FAILED', 'INTERNAL'];
const MAX_WAIT_MS = 3_600_000;
const OVERLOAD_WAIT_MS = 250;
const REMOTE = /^(data:|https?:\/\/|s3:\/\/)/i;
/** Longer lists of rows go to the worker in a file, because copying them would keep this thread from serving requests. */
const MAX_ROWS_COPIED = 500;

/** A call of a step for an item. */
interface CapabilityCall {
  step: CallStep;
  /** Key of the item. */
  item: string;
  /** The item as the source listed it. */
  listed?: unknown;
  fields: Record<string, unknown>;
  slots: ShardSlots;
}

interface Outcome {
  attempts: number;
  /** The result came from the cache. */
  cached?: boolean;
}

export interface CallSuccess extends Outcome {
  result: StepResult;
  /** The cache key of a result that the cache does not have yet. */
  cacheKey?: string;
}

interface CallFailure extends Outcome {
  result?: undefined;
  error: PerceptError;
}

export type CallOutcome = CallSuccess | CallFailure;

/**
 * Calls a capability as often as its step allows, or takes its result from the cache.
 * @throws only when the run is stopped, or when the database fails: that is not an attempt, and another process may succeed.
 */
export async function callCapability(context: ShardContext, call: CapabilityCall): Promise<CallOutcome> {
  const { step } = call;
  const wait = (attempt: number) => context.writer.time({ step: step.id, item: call.item, attempt });
  for (let [attempts, time] = [1, wait(1)]; ;) {
    try {
      const outcome = await attempt(context, { ...call, time }, attempts);
      if (!outcome.cached) time.end(null);
      return outcome;
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (isDatabaseError(thrown)) throw thrown;
      const error = hideSecrets(toPerceptError(thrown), step, context.run.secrets);
      // A full queue, or a host that shuts down, is not the item's fault and does not count as an attempt.
      if (error.code === 'OVERLOADED') {
        await pause(Math.max(OVERLOAD_WAIT_MS, (error.retryAfterS ?? 0) * 1_000), error, context, call);
        continue;
      }
      time.end(error.code);
      const isRetryable = (step.retry.on ?? RETRYABLE).includes(error.code);
      if (attempts >= step.retry.attempts || !isRetryable) return { attempts, error };
      const waitMs = delayMs(step.retry, attempts, error);
      time = wait(++attempts);
      await pause(waitMs, error, context, call);
    }
  }
}

async function attempt(context: ShardContext, call: CapabilityCall & { time: OpenCall }, attempts: number): Promise<CallSuccess> {
  const { step } = call;
  const { run } = context;
  const { cache } = run.services;
  const isRestricted = run.paths.bounded;
  for (const secret of step.secrets) checkDestinations(call.fields, { secret, secrets: run.secrets, isRestricted });
  checkFetched(call.fields, step.secretFields);
  const input = await inputFor(run, call);
  const object = mediaObject(run, input, call.listed);
  const cacheKey =
    step.cacheMs === undefined ? undefined : await cache.keyOf(run.row.project_id, step, input, await object?.digest());
  const known = cacheKey && (await cache.find(cacheKey));
  if (known) return { attempts: attempts - 1, result: known, cached: true };
  const result = await withObject(context, object, input, (ready) =>
    withDataFiles(context, step, ready, (readable) => context.call(step, readable, call.time)),
  );
  const name = `${step.id}-${input.idempotencyKey!.slice(0, 16)}.txt`;
  const output = run.secrets.only(step.secrets).hideIn(result.output);
  const rowBytes = result.rowFiles ? await countRows(run, result) : 0;
  const large = await keepLargeText(run, step, { output, name });
  return {
    attempts,
    result: {
      ...(result.rowFiles ? await shareRows(run, result) : result),
      output,
      large,
      fileBytes: rowBytes + (large?.bytes ?? 0),
    },
    cacheKey,
  };
}

/** The input for the host: paths that may be read, and rows as lists or files. */
async function inputFor({ id, paths, rows, folder }: LocalRun, { step, item, fields }: CapabilityCall): Promise<CallInput> {
  const values: Record<string, unknown> = {};
  const rowFiles: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isRows = step.rowFields.includes(name);
    if (isRows && value instanceof RowsRef) {
      const few = await rows.few(value, MAX_ROWS_COPIED);
      if (few) values[name] = few;
      else rowFiles[name] = await rows.file(value);
    } else {
      values[name] = await withLists(value, rows);
    }
  }
  // The host reads any path, so the run's folders are enforced here.
  for (const name of MEDIA_FIELDS) {
    const path = values[name];
    if (typeof path !== 'string' || isUploadId(path) || REMOTE.test(path) || (!paths.bounded && isAbsolute(path))) continue;
    values[name] = await paths.resolve(path);
  }
  const idempotencyKey = createHash('sha256')
    .update(toJson([id, step.id, item]))
    .digest('hex');
  const rowsTo = join(folder, 'rows', `${step.id}-${idempotencyKey.slice(0, 16)}`);
  return { fields: values, rowFiles, allowPaths: true, idempotencyKey, rowsTo };
}

/** The value with every reference to rows replaced by the list. */
async function withLists(value: unknown, rows: RowSources): Promise<unknown> {
  if (value instanceof RowsRef) return rows.list(value);
  if (Array.isArray(value) && value.some((each) => typeof each === 'object'))
    return Promise.all(value.map((each) => withLists(each, rows)));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(async ([name, each]) => [name, await withLists(each, rows)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Waits for the next attempt. It releases the slot meanwhile, so that another item can use it. */
async function pause(
  ms: number,
  { code }: PerceptError,
  { signal, waits, run }: ShardContext,
  { slots }: CapabilityCall,
): Promise<void> {
  const kind = code === 'OVERLOADED' ? 'worker' : code === 'RATE_LIMITED' || code === 'QUOTA_EXCEEDED' ? 'quota' : 'retry';
  slots.release();
  await waits.during(kind, run.services.clock.now() + ms, () => sleep(ms, undefined, { signal }));
  await waits.during('slot', null, () => slots.acquire());
}

function delayMs({ backoff, delayMs: first }: Retry, attempts: number, { retryAfterS = 0 }: PerceptError): number {
  const wait = backoff === 'fixed' ? first : first * 2 ** (attempts - 1);
  return Math.min(MAX_WAIT_MS, Math.max(wait, retryAfterS * 1_000));
}

/** A capability may quote what it refuses: without this a secret would reach the database and the log. */
function hideSecrets(error: PerceptError, step: CallStep, secrets: Secrets): PerceptError {
  return step.secrets.length > 0 ? PerceptError.fromRecord(secrets.only(step.secrets).hideIn(error.toRecord())) : error;
}

function toPerceptError(error: unknown): PerceptError {
  if (error instanceof PerceptError) return error;
  if ((error as Error).name === 'ExpressionError') return new PerceptError('INVALID_REQUEST', (error as Error).message);
  return new PerceptError('INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}

/**
 * Counts the files of rows that a call wrote.
 * @throws PerceptError PAYLOAD_TOO_LARGE if the run has no room for them; then they are removed.
 */
async function countRows({ results }: LocalRun, { rowFiles = {} }: CallResult): Promise<number> {
  const paths = Object.values(rowFiles).map(({ path }) => path);
  let bytes = 0;
  for (const path of paths) bytes += (await stat(path)).size;
  try {
    results.take(bytes);
  } catch (error) {
    for (const path of paths) await rm(path, { force: true });
    throw error;
  }
  return bytes;
}

/** Moves the files of rows that a call wrote to where every process can read them. */
async function shareRows<T extends CallResult>({ sharedFolder, objects }: LocalRun, result: T): Promise<T> {
  if (sharedFolder === undefined || !result.rowFiles) return result;
  const moved = Object.entries(result.rowFiles).map(async ([field, { path, rows }]) => {
    const url = `${sharedFolder}/rows/${basename(path)}`;
    await objects.storage.write(parseObjectUrl(url), createReadStream(path) as AsyncIterable<Uint8Array>);
    await rm(path, { force: true });
    return [field, { path: url, rows }] as const;
  });
  return { ...result, rowFiles: Object.fromEntries(await Promise.all(moved)) };
}
