import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../database/open';
import { sql } from '../database/sql';
import type { Store } from '../database/store';
import { eventTables, Events } from './events';
import type { PerceptEvent } from './events';

let folder: string;
let store: Store;
let events: Events;
const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-events-'));
  store = await openStore({ file: join(folder, 'percept.db'), ...eventTables });
  events = new Events(store, clock);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test('an event is listed as it was emitted', async () => {
  const emitted = await store.transaction((tx) =>
    events.emit(tx, 'prj_1', 'batch.completed', { run: 'run_1', counts: { total: 2 } }),
  );
  expect(emitted).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: 'batch.completed',
    created_at: '2026-01-02T03:04:05.678Z',
    data: { run: 'run_1', counts: { total: 2 } },
  });
  expect(await events.list()).toEqual([emitted]);
});

test('an event is lost with the transaction of its cause', async () => {
  const failed = store.transaction(async (tx) => {
    await events.emit(tx, 'prj_1', 'batch.started', {});
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await events.list()).toEqual([]);
});

test('listeners write in the same transaction, and one that throws undoes all of it', async () => {
  const heard: PerceptEvent[] = [];
  events.subscribe(async (tx, event) => {
    heard.push(event);
    const rows = await sql(tx.manager, 'SELECT id FROM events WHERE id = ?', [event.id]);
    expect(rows).toHaveLength(1);
    if (event.type === 'batch.failed') throw new Error('no room');
  });
  const emitted = await store.transaction((tx) => events.emit(tx, 'prj_1', 'batch.completed', {}));
  await expect(store.transaction((tx) => events.emit(tx, 'prj_1', 'batch.failed', {}))).rejects.toThrow('no room');
  expect(heard.map(({ type }) => type)).toEqual(['batch.completed', 'batch.failed']);
  expect(await events.list()).toEqual([emitted]);
});

test('events are listed in order, after a known one and by type', async () => {
  const emit = (type: PerceptEvent['type']) => store.transaction((tx) => events.emit(tx, 'prj_1', type, {}));
  const [first, second, third] = [await emit('batch.started'), await emit('prediction.completed'), await emit('batch.completed')];
  expect(await events.list({ after: first.id })).toEqual([second, third]);
  expect(await events.list({ types: ['batch.started', 'batch.completed'] })).toEqual([first, third]);
  expect(await events.list({ limit: 2 })).toEqual([first, second]);
});
