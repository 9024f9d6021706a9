import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POOL_TRANSITIONS, WorkerPool } from '../../../libs/core/src/inference/host/pool/pool';
import { PoolThread, THREAD_TRANSITIONS } from '../../../libs/core/src/inference/host/pool/pool-thread';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';
import { passed } from '../../harness/transitions';

const SETUP_LIMIT_MS = 120_001;
const GOOD = `module.exports = require(${JSON.stringify(HOST_WORKER)});`;
/** The first worker loads for ever, and the others end while loading. */
const BAD = `try { require('node:fs').mkdirSync(__dirname + '/first'); setInterval(() => {}, 60_000); } catch { process.exit(1); }`;

const { setTimeout: realTimeout } = globalThis;
const nap = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 5));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nap();
}

/** The pool's waits before it starts workers again take no time. @param onWait with their number. */
function withoutWaits(onWait: (count: number) => void) {
  const waits: number[] = [];
  const watched = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    if (ms === SETUP_LIMIT_MS) return realTimeout(work, ms);
    waits.push(ms / 1_000);
    onWait(waits.length);
    return realTimeout(work, 0);
  }) as never);
  return { waits, restore: () => watched.mockRestore() };
}

function poolOf(workerPath: string, options: { workers?: number; idleMs?: number } = {}): WorkerPool {
  const rogue = { module: hostPlugin('rogue') };
  return new WorkerPool({
    workers: 1,
    ...options,
    workerPath,
    settings: {
      sources: new Map(['exit', 'answer', 'hang'].map((verb) => [`rogue.${verb}`, rogue])),
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
}

const call = (capability: string) => ({ capability, input: { fields: {} }, limitMs: 1e4 });

let folder: string;
let workerPath: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-pool-'));
  workerPath = join(folder, 'worker.js');
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('workers that cannot be loaded are tried again after ever longer waits, and soon again once one was well', async () => {
  // The file comes back before the ninth attempt.
  const { waits } = withoutWaits((count) => count === 8 && writeFileSync(workerPath, GOOD));
  const pool = poolOf(workerPath);
  await pool.ready;
  rmSync(workerPath);
  const thread = pool.take('rogue.exit');
  expect(await pool.setUp(thread, 'rogue.exit')).toBeUndefined();
  const ended = pool.run(thread, call('rogue.exit'), [], new AbortController().signal);
  await expect(ended).rejects.toThrow();
  await until(() => waits.length >= 10);
  await pool.close();
  expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 1, 2]);
});

test('threads and their pool go from state to state as their tables say, and every transition happens', async () => {
  const threads = passed(PoolThread.prototype, THREAD_TRANSITIONS);
  const pools = passed(WorkerPool.prototype, POOL_TRANSITIONS);
  writeFileSync(workerPath, BAD);
  const { restore } = withoutWaits((count) => count === 2 && writeFileSync(workerPath, GOOD));
  const pool = poolOf(workerPath, { workers: 2 });
  await pool.ready;
  expect(pool.isFailing).toBe(false);
  restore();

  const thread = pool.take('rogue.answer');
  await pool.setUp(thread, 'rogue.answer');
  const answer = await pool.run(thread, call('rogue.answer'), [], new AbortController().signal);
  expect(answer.kind).toBe('answer');
  const hung = pool.take('rogue.hang');
  await pool.setUp(hung, 'rogue.hang');
  const end = new AbortController();
  const ended = pool.run(hung, call('rogue.hang'), [], end.signal);
  end.abort();
  await expect(ended).rejects.toThrow();
  await pool.close();

  const idle = poolOf(workerPath, { idleMs: 20 });
  await idle.ready;
  const extra = idle.take('rogue.answer');
  await idle.setUp(extra, 'rogue.answer');
  idle.release(extra);
  await until(() => threads.seen().includes('free → ending') && !idle.hasFree());
  await until(() => idle.hasFree());
  // A thread that is not needed does not count as a crash.
  expect(idle.restarts).toBe(0);
  await idle.close();

  writeFileSync(workerPath, BAD);
  const waiting = poolOf(workerPath, { workers: 2 });
  await until(() => waiting.isFailing);
  await waiting.close();
  withoutWaits(() => undefined);
  const retrying = poolOf(workerPath, { workers: 2 });
  const hasBegun = jest.spyOn(retrying as unknown as { start: () => void }, 'start');
  await until(() => hasBegun.mock.calls.length > 0);
  await retrying.close();
  expect(threads.seen()).toEqual(threads.all);
  expect(pools.seen()).toEqual(pools.all);
});
