import { Config } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QuotaCounter } from './quota-counter';
import { RequestLimits } from './request-limits';

test('thirty keys of one project together send no more a minute than the project may, and other projects go on', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(60_000 * 1_000);
  const quota = { reserve: async () => ({ at: Date.now(), used: 1, minuteUsed: 1 }) } as unknown as QuotaCounter;
  const config = Object.assign(new Config(), { PERCEPT_RATE_PER_MINUTE: 20, PERCEPT_PROJECT_LIMITS: 'rate_per_minute=100' });
  const limits = new RequestLimits(quota, config);
  const reply = { headers: () => reply } as unknown as FastifyReply;
  const ask = (id: string, projectId: string) => {
    const caller = { kind: 'key', id, projectId, monthlyLimit: 1_000_000 };
    return limits.reserve({ caller } as unknown as FastifyRequest, reply, { counted: true }).then(
      () => 'granted',
      (error: { code: string; message: string; retryAfterS: number }) => `${error.code} ${error.retryAfterS}`,
    );
  };
  const answers: string[] = [];
  for (let round = 0; round < 10; round++) for (let key = 0; key < 30; key++) answers.push(await ask(`key_${key}`, 'prj_a'));
  expect(answers.filter((each) => each === 'granted')).toHaveLength(100);
  expect(new Set(answers)).toEqual(new Set(['granted', 'RATE_LIMITED 60']));
  expect(await ask('key_other', 'prj_b')).toBe('granted');
  now.mockReturnValue(60_000 * 1_001);
  expect(await ask('key_0', 'prj_a')).toBe('granted');
  now.mockRestore();
});
