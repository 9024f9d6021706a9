import { WriteProbe } from './write-probe';

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test('a write that succeeds is ready, and holds for a moment without another one', async () => {
  let writes = 0;
  const probe = new WriteProbe(async () => void writes++);
  expect([await probe.state(), await probe.state()]).toEqual(['ready', 'ready']);
  expect(writes).toBe(1);
});

test.each([
  ['SQLITE_FULL', 'cannot be written: the disk is full (SQLITE_FULL)'],
  ['53100', 'cannot be written: the disk is full (53100)'],
  ['EROFS', 'cannot be written (EROFS)'],
])('%s is told', async (code, told) => {
  expect(await new WriteProbe(failing(code)).state()).toBe(told);
});

test('a write that hangs is told, and no second one is begun', async () => {
  let writes = 0;
  const probe = new WriteProbe(() => (writes++, new Promise(() => undefined)));
  expect(await probe.state()).toBe('does not answer');
  expect(await probe.state()).toBe('does not answer');
  expect(writes).toBe(1);
});
