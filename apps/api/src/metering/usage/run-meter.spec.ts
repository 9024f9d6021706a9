import { RunCancelled } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { RunMeter } from './run-meter';

const payer = { projectId: 'acc_1', keyId: 'key_1' };
const record = { id: 'key_1', name: 'first', plan: 'free', monthly_limit: null };

function metering(room = Infinity) {
  const [statuses, refunds, counts]: [number[], unknown[], number[]] = [[], [], []];
  const keys = { get: async () => record };
  const quota = {
    reserve: async ({ count = 1 }) => {
      const refused = count > room;
      if (!refused) counts.push(count);
      return { at: 0, used: 0, minuteUsed: 0, ...(refused && { refused: 'month' }) };
    },
    refund: async (each: { count?: number }) => void (refunds.push(each), counts.push(-(each.count ?? 1))),
  };
  const usage = { record: ({ status }: { status: number }) => void statuses.push(status) };
  const outcomes: string[] = [];
  const metrics = { observeRunCall: (_capability: string, outcome: string) => void outcomes.push(outcome) };
  const { run: meter } = new RunMeter(keys as never, quota as never, usage as never, metrics as never);
  return { meter, statuses, refunds, counts, outcomes };
}

test('a call of a run is reported with its status, a stopped one with 499; a call that failed is refunded', async () => {
  const { meter, statuses, refunds, outcomes } = metering();
  const stopping = new AbortController();
  const call = { payer, capability: 'vision.detect', isLong: false, signal: stopping.signal };
  expect(await meter(call, async () => 'seen')).toBe('seen');
  const failing = async (error: Error): Promise<never> => Promise.reject(error);
  await expect(meter(call, () => failing(PerceptError.invalid('image', 'is broken')))).rejects.toThrow('image');
  await expect(meter(call, () => failing(new TypeError('a mistake of ours')))).rejects.toThrow('ours');
  await expect(
    meter(call, async () => {
      stopping.abort(new Error('The run was cancelled.'));
      throw stopping.signal.reason;
    }),
  ).rejects.toThrow('cancelled');
  expect(statuses).toEqual([200, 400, 500, 499]);
  expect(outcomes).toEqual(['ok', 'INVALID_REQUEST', 'INTERNAL', 'STOPPED']);
  expect(refunds).toHaveLength(3);
});

test('a call that ran past its time limit counts: its caller chose what takes so long', async () => {
  const { meter, statuses, refunds } = metering();
  const call = { payer, capability: 'vision.detect', isLong: false };
  const late = async (): Promise<never> => Promise.reject(new PerceptError('TIMEOUT', 'It took too long.'));
  await expect(meter(call, late)).rejects.toThrow('too long');
  expect([statuses, refunds]).toEqual([[504], []]);
});

describe('a video counts a request for each 100 frames', () => {
  const progress = (processed_frames: number) => ({ processed_frames, total_frames: 950, percent: 0, eta_seconds: null });
  const watch = (meter: ReturnType<typeof metering>['meter'], outcome: Error | string, signal?: AbortSignal) =>
    meter({ payer, capability: 'vision.video.analyze', isLong: true, signal }, async ({ onProgress, signal: stopped }) => {
      onProgress!(progress(1));
      onProgress!(progress(420));
      await new Promise(setImmediate);
      stopped!.throwIfAborted();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });

  test('all of them before the work, and those that nobody analysed are given back', async () => {
    const { meter, counts } = metering();
    expect(await watch(meter, 'seen')).toBe('seen');
    expect(counts.splice(0)).toEqual([1, 9]);
    await expect(watch(meter, PerceptError.invalid('video', 'is broken'))).rejects.toThrow('broken');
    expect(counts.splice(0)).toEqual([1, 9, -5]);
    await expect(watch(meter, new TypeError('a mistake of ours'))).rejects.toThrow('ours');
    expect(counts.splice(0)).toEqual([1, 9, -9, -1]);
  });

  test('cancelled by its owner it counts what was analysed; a process that ends counts nothing', async () => {
    const { meter, counts } = metering();
    for (const [reason, given] of [
      [new RunCancelled(), [-5]],
      [new Error('Percept is shutting down.'), [-9, -1]],
    ] as const) {
      await expect(watch(meter, 'seen', AbortSignal.abort(reason))).rejects.toBe(reason);
      expect(counts.splice(0)).toEqual([1, 9, ...given]);
    }
  });

  test('where the month has no room it is stopped, and counts nothing', async () => {
    const { meter, counts, statuses } = metering(8);
    await expect(watch(meter, 'seen')).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(counts).toEqual([1, -1]);
    expect(statuses).toEqual([429]);
  });
});
