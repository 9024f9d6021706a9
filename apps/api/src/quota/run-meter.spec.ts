import { PerceptError } from '@percept/core';
import { RunMeter } from './run-meter';

const payer = { projectId: 'acc_1', keyId: 'key_1' };
const record = { id: 'key_1', name: 'first', plan: 'free', monthly_limit: null };

function metering() {
  const [statuses, refunds]: [number[], unknown[]] = [[], []];
  const keys = { get: async () => record };
  const quota = {
    reserve: async () => ({ at: 0, used: 0, minuteUsed: 0 }),
    refund: async (each: unknown) => void refunds.push(each),
  };
  const usage = { record: ({ status }: { status: number }) => void statuses.push(status) };
  const outcomes: string[] = [];
  const metrics = { observeRunCall: (_capability: string, outcome: string) => void outcomes.push(outcome) };
  const { run: meter } = new RunMeter(keys as never, quota as never, usage as never, metrics as never);
  return { meter, statuses, refunds, outcomes };
}

test('a call of a run is reported with its status, a stopped one with 499; a call that failed is refunded', async () => {
  const { meter, statuses, refunds, outcomes } = metering();
  const stopping = new AbortController();
  const call = { payer, capability: 'vision.detect', signal: stopping.signal };
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
