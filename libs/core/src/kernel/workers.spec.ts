import { planWorkers } from './workers';

const GIGABYTE = 1024 ** 3;
const plan = (cores: number, gigabytes: number, { wanted = 0, queueMb = 256 } = {}) =>
  planWorkers({ wanted, queueMb }, { cores, memoryBytes: gigabytes * GIGABYTE });

test('each core gets a worker where the memory has room', () => {
  expect(plan(8, 16)).toMatchObject({ workers: 8, reason: 'one for each core' });
});

test.each([
  [32, 2, 3],
  [32, 1, 1],
  [4, 0.25, 1],
  [32, 16, 32],
])('%d cores with %d GB get %d workers', (cores, gigabytes, workers) => {
  expect(plan(cores, gigabytes).workers).toBe(workers);
});

test('the plan says that memory decided, and what overrides it', () => {
  expect(plan(32, 2).reason).toMatch(/2048 MB of memory have room for 3, though there are 32 cores.*PERCEPT_WORKERS/);
});

test('a larger queue leaves room for fewer workers', () => {
  expect(plan(32, 2, { queueMb: 1024 }).workers).toBe(1);
});

test('a number that was set wins', () => {
  expect(plan(2, 1, { wanted: 6 })).toMatchObject({ workers: 6, reason: 'PERCEPT_WORKERS says so' });
});
