import type { RunDetail, RunItem } from '../../pipelines/answers';
import { listLogLines } from './entries';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
const run = {
  ...{ status: 'partial', error: null, created_at: at(0), started_at: at(1), ended_at: at(9) },
  steps: [{ step: 'photos', state: 'partial', total: 2, started_at: at(1), ended_at: at(8) }],
  earlier_attempts: [],
  outputs: [{ name: 'files.jsonl', path: '/x/files.jsonl', rows: 1 }],
} as unknown as RunDetail;
const failed = [
  {
    ...{ key: 'a.jpg', step: 'photos', attempts: 3, ended_at: at(5), state: 'failed' },
    error: { step: 'detect', code: 'UNSUPPORTED_MEDIA', reason: 'it is text.' },
  },
] as unknown as RunItem[];

test('the log of a run has its start, its steps, the items that failed, its files and its end, in order', () => {
  expect(listLogLines(run, failed).map(({ what }) => what)).toEqual([
    'The run was requested.',
    'The run started.',
    'The step photos started.',
    'a.jpg (photos) failed in detect after 3 attempts: UNSUPPORTED_MEDIA, it is text.',
    'The step photos ended with 2 items: partial.',
    'Wrote files.jsonl, 1 row.',
    'The run ended: partial.',
  ]);
});

test('the log of a retried run has how each attempt ended and who retried it, and steps that were kept once', () => {
  const kept = { step: 'list', state: 'succeeded', total: 1, started_at: at(1), ended_at: at(2) };
  const photos = { step: 'photos', state: 'partial', total: 3, started_at: at(2), ended_at: at(5) };
  const first = {
    ...{ number: 1, status: 'failed', error: 'Too many items failed.', started_at: at(1), ended_at: at(5), failed: 2 },
    failures: [{ item: 'a.jpg', step: 'detect', code: 'TIMEOUT', reason: 'it took too long.', ended_at: at(3) }],
    steps: [kept, photos],
    ...{ retried_at: at(60), retried_by: { kind: 'key', id: 'key_1', name: 'night' } },
  };
  const second = {
    ...{ number: 2, status: 'cancelled', error: null, started_at: null, ended_at: at(61), failed: 0, failures: [] },
    ...{ steps: [kept], retried_at: at(70), retried_by: { kind: 'anyone', id: 'anyone', name: 'anyone' } },
  };
  const again = { ...photos, state: 'succeeded', started_at: at(71), ended_at: at(72) };
  const retried = { ...run, status: 'succeeded', started_at: at(71), ended_at: at(73), steps: [kept, again], outputs: [] };
  const log = listLogLines({ ...retried, earlier_attempts: [first, second] } as unknown as RunDetail, []);
  expect(log.map(({ what }) => what)).toEqual([
    'The run was requested.',
    'The run started.',
    'The step list started.',
    'The step list ended with 1 item: succeeded.',
    'The step photos started.',
    'a.jpg failed in detect: TIMEOUT, it took too long.',
    'The step photos ended with 3 items: partial.',
    '1 more item failed.',
    'The run ended: failed. Too many items failed.',
    'night retried the run.',
    'The run ended: cancelled.',
    'The run was retried.',
    'The run started again.',
    'The step photos started.',
    'The step photos ended with 3 items: succeeded.',
    'The run ended: succeeded.',
  ]);
});

test('a run in progress has no end yet', () => {
  const lines = listLogLines({ ...run, status: 'running', ended_at: null, steps: [] }, []);
  expect(lines.map(({ what }) => what)).toEqual(['The run was requested.', 'The run started.']);
});
