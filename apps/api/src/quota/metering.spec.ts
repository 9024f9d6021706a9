import { PerceptError } from '@percept/core';
import { meterRuns } from './metering';

const payer = { accountId: 'acc_1', keyId: 'key_1' };
const wanted = { id: 'key_1', name: 'first', plan: 'free', monthly_limit: null };

function metering() {
  const [statuses, refunds]: [number[], unknown[]] = [[], []];
  const parts = {
    keys: { get: async () => wanted },
    counting: {
      reserve: async () => ({ at: 0, used: 0, minuteUsed: 0 }),
      refund: async (each: unknown) => void refunds.push(each),
    },
    usage: { record: ({ status }: { status: number }) => void statuses.push(status) },
  };
  return { meter: meterRuns(parts as never), statuses, refunds };
}

test('a call of a run is reported with its status, one that was stopped as such; what came to nothing is given back', async () => {
  const { meter, statuses, refunds } = metering();
  const stopping = new AbortController();
  const call = { payer, capability: 'vision.detect', signal: stopping.signal };
  expect(await meter(call, async () => 'seen')).toBe('seen');
  const failing = async (error: Error): Promise<never> => Promise.reject(error);
  await expect(meter(call, () => failing(PerceptError.invalid('image', 'is none')))).rejects.toThrow('image');
  await expect(meter(call, () => failing(new TypeError('a mistake of ours')))).rejects.toThrow('ours');
  await expect(
    meter(call, async () => {
      stopping.abort(new Error('The run was cancelled.'));
      throw stopping.signal.reason;
    }),
  ).rejects.toThrow('cancelled');
  expect(statuses).toEqual([200, 400, 500, 499]);
  expect(refunds).toHaveLength(3);
});
