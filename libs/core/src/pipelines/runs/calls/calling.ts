import { createHash } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PerceptError, type ErrorCode, type Secrets } from '../../../kernel';
import type { CallInput, CallResult, PluginHost } from '../../../inference/host';
import { isDatabaseError } from '../../../durable/database';
import type { AllowedPaths } from '../../../kernel';
import type { CallStep, Retry } from '../../language';
import { MEDIA_FIELDS, type ResultCache } from './result-cache';
import type { RowSources } from '../../sources';
import type { Semaphore } from '../../../kernel';
import { RowsRef } from '../../language/syntax';

/** Without a list of codes: those that a second attempt may mend. */
const MENDABLE: readonly ErrorCode[] = ['TIMEOUT', 'RATE_LIMITED', 'MEDIA_FETCH_FAILED', 'INTERNAL'];
const LONGEST_WAIT_MS = 3_600_000;
const OVERLOAD_WAIT_MS = 250;
const REMOTE = /^(data:|https?:\/\/)/i;
/** Longer lists of rows cross to the worker in a file: copying them would keep this thread from serving. */
const MAX_HANDED_OVER = 500;

export interface Caller {
  host: PluginHost;
  places: AllowedPaths;
  slots: Semaphore;
  signal: AbortSignal;
  rows: RowSources;
  cache: ResultCache;
  secrets: Secrets;
  run: { id: string; folder: string };
}

export interface Called {
  attempts: number;
  result?: CallResult;
  error?: PerceptError;
  /** Under which key a new result is to be kept. */
  cacheKey?: string;
  /** The result was there already. */
  cached?: boolean;
}

/** What is called: a step for an item. */
export interface CallOf {
  step: CallStep;
  /** Key of the item. */
  item: string;
  fields: Record<string, unknown>;
}

/**
 * Calls a capability as often as its step allows, or finds its result.
 * @throws only when the run is stopped, or when the database fails: that is no attempt, and another process may do better.
 */
export async function callWithRetry(what: CallOf, caller: Caller): Promise<Called> {
  const { step } = what;
  let cacheKey: string | undefined;
  for (let attempts = 1; ;) {
    try {
      const input = await inputOf(what, caller);
      if (step.cacheMs !== undefined) {
        cacheKey = await caller.cache.keyOf(step, input);
        const result = cacheKey && (await caller.cache.find(cacheKey));
        if (result) return { attempts: attempts - 1, result, cached: true };
      }
      const result = await caller.host.call(step.uses, input, {
        patient: true,
        timeoutMs: step.timeoutMs,
        signal: caller.signal,
      });
      return { attempts, result, cacheKey };
    } catch (thrown) {
      caller.signal.throwIfAborted();
      if (isDatabaseError(thrown)) throw thrown;
      const error = withoutSecrets(asPerceptError(thrown), step, caller);
      // A full queue, or a host that is shutting down, is no fault of the item: that was no attempt.
      if (error.code === 'OVERLOADED') {
        await pause(Math.max(OVERLOAD_WAIT_MS, (error.retryAfterS ?? 0) * 1_000), caller);
        continue;
      }
      if (attempts >= step.retry.attempts || !(step.retry.on ?? MENDABLE).includes(error.code)) return { attempts, error };
      await pause(waitMs(step.retry, attempts, error), caller);
      attempts++;
    }
  }
}

/** What the host is handed: paths that may be read, and rows as lists or files. */
async function inputOf({ step, item, fields }: CallOf, { places, rows, run }: Caller): Promise<CallInput> {
  const plain: Record<string, unknown> = {};
  const rowFiles: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isRows = step.rowFields.includes(name);
    if (isRows && value instanceof RowsRef) {
      const few = await rows.few(value, MAX_HANDED_OVER);
      if (few) plain[name] = few;
      else rowFiles[name] = await rows.file(value);
    } else {
      plain[name] = await withLists(value, rows);
    }
  }
  // The host reads any path, so whether this one may be read is decided here.
  for (const name of MEDIA_FIELDS) {
    const path = plain[name];
    if (typeof path !== 'string' || REMOTE.test(path) || (!places.bounded && isAbsolute(path))) continue;
    plain[name] = await places.resolve(path);
  }
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([run.id, step.id, item]))
    .digest('hex');
  const rowsTo = join(run.folder, 'rows', `${step.id}-${idempotencyKey.slice(0, 16)}`);
  return { fields: plain, rowFiles, allowPaths: true, idempotencyKey, rowsTo };
}

async function withLists(value: unknown, rows: RowSources): Promise<unknown> {
  if (value instanceof RowsRef) return rows.list(value);
  if (Array.isArray(value) && value.some((each) => typeof each === 'object'))
    return Promise.all(value.map((each) => withLists(each, rows)));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(async ([name, each]) => [name, await withLists(each, rows)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Waiting takes no place of an item that could work. */
async function pause(ms: number, { slots, signal }: Caller): Promise<void> {
  slots.release();
  await sleep(ms, undefined, { signal });
  await slots.acquire();
}

function waitMs({ backoff, delayMs }: Retry, attempts: number, { retryAfterS = 0 }: PerceptError): number {
  const wait = backoff === 'fixed' ? delayMs : delayMs * 2 ** (attempts - 1);
  return Math.min(LONGEST_WAIT_MS, Math.max(wait, retryAfterS * 1_000));
}

/** A capability names what it refuses: a secret would so come into the database and the log. */
function withoutSecrets(error: PerceptError, step: CallStep, { secrets }: Caller): PerceptError {
  return step.usesSecrets ? PerceptError.fromRecord(secrets.hideIn(error.toRecord())) : error;
}

export function asPerceptError(error: unknown): PerceptError {
  if (error instanceof PerceptError) return error;
  if ((error as Error).name === 'ExpressionError') return PerceptError.invalid('with', (error as Error).message);
  return new PerceptError('INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}
