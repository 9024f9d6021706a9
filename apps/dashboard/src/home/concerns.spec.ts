import { findConcerns, type Facts } from './concerns';

const GB = 1024 ** 3;
const NOW = Date.parse('2026-06-15T12:00:00Z');
const machine = {
  ...{ process_memory_bytes: GB, free_memory_bytes: 4 * GB, total_memory_bytes: 8 * GB },
  ...{ free_disk_bytes: 50 * GB, total_disk_bytes: 100 * GB, main_thread_lag_ms: 3 },
};
const today = { requests: 100, errors: 1, latency_ms: null };
const overview = { version: '1.0.0', started_at: '2026-06-15T00:00:00Z', today, machine };
const textsOf = (facts: object): string[] => findConcerns(facts as Facts, NOW).map(({ text }) => text);

test('nothing is wrong with a machine that has room and calls that succeed, nor with what has not arrived yet', () => {
  expect(textsOf({ overview })).toEqual([]);
  expect(textsOf({})).toEqual([]);
});

test.each([
  ['a full disk', { machine: { ...machine, free_disk_bytes: GB } }, ['The disk of the data folder is nearly full']],
  ['no memory', { machine: { ...machine, free_memory_bytes: 0.3 * GB } }, ['The machine has nearly no free memory']],
  ['many errors', { today: { ...today, errors: 8 } }, ["8 % of today's calls failed"]],
  ['errors of a few calls, which say little', { today: { ...today, requests: 10, errors: 8 } }, []],
])('%s', (_, more, expected) => expect(textsOf({ overview: { ...overview, ...more } })).toEqual(expected));

test('endpoints that fail or were switched off for it, and runs that failed within a day, lead to their pages', () => {
  const endpoint = { id: 'we_1', url: 'https://a.example', description: null, active: true, circuit: 'closed' };
  const webhooks = [endpoint, { ...endpoint, id: 'we_2', circuit: 'open' }, { ...endpoint, id: 'we_3', active: false }];
  const run = { id: 'run_1', pipeline: 'p', status: 'partial', ended_at: '2026-06-15T11:00:00Z', counts: { failed: 2 } };
  const runs = [run, { ...run, id: 'run_0', ended_at: '2026-06-14T11:00:00Z' }];
  expect(findConcerns({ webhooks, runs } as unknown as Facts, NOW)).toEqual([
    { text: 'Deliveries to https://a.example fail', href: '/webhooks/we_2' },
    { text: '2 items failed in a run of p', href: '/runs/run_1' },
  ]);
});

test('what cannot run is named: a paused trigger with its reason, a pipeline with mistakes, a broken model', () => {
  const schedules = [{ pipeline: 'p', paused_at: '2026-06-15T11:00:00Z', paused_reason: '5 runs failed in a row.' }];
  schedules.push({ ...schedules[0]!, pipeline: 'known', paused_reason: 'Paused by a user.' });
  schedules.push({ ...schedules[0]!, pipeline: 'unpaid', paused_reason: "The key 'k', which pays for its runs, was revoked." });
  const pipelines = [{ name: 'q', findings: [{}] }];
  expect(textsOf({ schedules, pipelines, models: [{ name: 'm', state: 'broken' }] })).toEqual([
    'A trigger of p is paused: 5 runs failed in a row.',
    "A trigger of unpaid is paused: The key 'k', which pays for its runs, was revoked.",
    'q has 1 mistake and cannot run',
    'The model m is broken',
  ]);
});

test('a pipeline whose runs fail again and again is one concern, which leads to it', () => {
  const run = (id: string, pipeline: string) => ({
    id,
    pipeline,
    status: 'failed',
    ended_at: '2026-06-15T11:00:00Z',
    counts: { failed: 0 },
  });
  const runs = [run('run_3', 'p'), run('run_2', 'q'), run('run_1', 'p')];
  expect(findConcerns({ runs } as unknown as Facts, NOW)).toEqual([
    { text: '2 runs of p failed in part or whole', href: '/pipelines/p' },
    { text: 'A run of q failed', href: '/runs/run_2' },
  ]);
});
