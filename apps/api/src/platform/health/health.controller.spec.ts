import { HealthController } from './health.controller';

test('the readiness check responds while the database is away', async () => {
  const [host, reader] = [{ isReady: () => true, warmCapabilities: () => [] }, { query: () => new Promise(() => undefined) }];
  const statuses: number[] = [];
  const reply = { status: (status: number) => void statuses.push(status) };
  const storage = { state: async () => ({ database: 'does not answer', data_folder: 'ready' }) };
  const controller = new HealthController(host as never, { reader } as never, storage as never, {} as never);
  expect(await controller.ready(reply as never)).toMatchObject({ status: 'not ready', database: 'unreachable' });
  expect(statuses).toEqual([503]);
});
