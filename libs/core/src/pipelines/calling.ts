import { isAbsolute } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PerceptError, type ErrorCode } from '../kernel';
import type { CallResult, PluginHost } from '../plugins';
import type { Places } from './places';
import type { CallStep, Retry } from './plan';
import type { Slots } from './slots';

/** Without a list of codes: those that a second attempt may mend. */
const MENDABLE: readonly ErrorCode[] = ['TIMEOUT', 'RATE_LIMITED', 'MEDIA_FETCH_FAILED', 'INTERNAL'];
const LONGEST_WAIT_MS = 3_600_000;
const OVERLOAD_WAIT_MS = 250;
const REMOTE = /^(data:|https?:\/\/)/i;

export interface Caller {
  host: PluginHost;
  places: Places;
  slots: Slots;
  signal: AbortSignal;
}

export interface Called {
  attempts: number;
  result?: CallResult;
  error?: PerceptError;
}

/** Calls a capability as often as its step allows. Never throws but when the run is stopped. */
export async function callWithRetry(step: CallStep, fields: Record<string, unknown>, caller: Caller): Promise<Called> {
  for (let attempts = 1; ;) {
    try {
      return { attempts, result: await call(step, fields, caller) };
    } catch (thrown) {
      caller.signal.throwIfAborted();
      const error = asPerceptError(thrown);
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

async function call(step: CallStep, fields: Record<string, unknown>, { host, places, signal }: Caller): Promise<CallResult> {
  const input = { fields: await withPath(fields, places), allowPaths: true };
  return host.call(step.uses, input, { patient: true, timeoutMs: step.timeoutMs, signal });
}

/** `image` may name a file: the host reads any, so whether this one may be read is decided here. */
async function withPath(fields: Record<string, unknown>, places: Places): Promise<Record<string, unknown>> {
  const { image } = fields;
  if (typeof image !== 'string' || REMOTE.test(image)) return fields;
  if (!places.bounded && isAbsolute(image)) return fields;
  return { ...fields, image: await places.find(image) };
}

/** Waiting takes no place of an item that could work. */
async function pause(ms: number, { slots, signal }: Caller): Promise<void> {
  slots.leave();
  await sleep(ms, undefined, { signal });
  await slots.enter();
}

function waitMs({ backoff, delayMs }: Retry, attempts: number, { retryAfterS = 0 }: PerceptError): number {
  const wait = backoff === 'fixed' ? delayMs : delayMs * 2 ** (attempts - 1);
  return Math.min(LONGEST_WAIT_MS, Math.max(wait, retryAfterS * 1_000));
}

export function asPerceptError(error: unknown): PerceptError {
  if (error instanceof PerceptError) return error;
  return new PerceptError('INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}
