import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkerPool } from '../../../libs/core/src/inference/host/pool/pool';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';

const SETUP_LIMIT_MS = 120_001;

test('workers that cannot be loaded are tried again after ever longer waits, and soon again once one was well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-pool-'));
  const workerPath = join(folder, 'worker.js');
  const waits: number[] = [];
  const { setTimeout: realTimeout } = globalThis;
  const watched = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    if (ms === SETUP_LIMIT_MS) return realTimeout(work, ms);
    waits.push(ms / 1_000);
    // The file comes back before the ninth attempt.
    if (waits.length === 8) writeFileSync(workerPath, `module.exports = require(${JSON.stringify(HOST_WORKER)});`);
    return setImmediate(work);
  }) as never);
  const pool = new WorkerPool({
    workers: 1,
    workerPath,
    settings: {
      sources: new Map([['rogue.exit', { module: hostPlugin('rogue') }]]),
      leftOut: [],
      preload: [],
      admission: {},
      limits: { maxBytes: 1e6, maxSide: 4096 },
      models: { models: [], broken: [], defaults: {} },
    },
    heapMb: 256,
    setupLimitMs: SETUP_LIMIT_MS,
    onFree: () => undefined,
    onUnusable: () => undefined,
    onLost: () => undefined,
  });
  await pool.ready;
  rmSync(workerPath);
  const thread = pool.take('rogue.exit');
  expect(await pool.setUp(thread, 'rogue.exit')).toBeUndefined();
  const exit = { capability: 'rogue.exit', input: { fields: {} }, limitMs: 1e4 };
  const ended = pool.run(thread, exit, [], new AbortController().signal);
  await expect(ended).rejects.toThrow();
  while (waits.length < 10) await new Promise(setImmediate);
  await pool.close();
  watched.mockRestore();
  rmSync(folder, { recursive: true });
  expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 1, 2]);
});
