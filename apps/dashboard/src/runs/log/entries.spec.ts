import type { RunDetail, RunItem } from '../../pipelines/answers';
import { logOf } from './entries';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
const run = {
  ...{ status: 'partial', error: null, created_at: at(0), started_at: at(1), ended_at: at(9) },
  steps: [{ step: 'photos', state: 'partial', total: 2, started_at: at(1), ended_at: at(8) }],
  outputs: [{ name: 'files.jsonl', path: '/x/files.jsonl', rows: 1 }],
} as unknown as RunDetail;
const failed = [
  {
    ...{ key: 'a.jpg', step: 'photos', attempts: 3, ended_at: at(5), state: 'failed' },
    error: { step: 'detect', code: 'UNSUPPORTED_MEDIA', reason: 'it is text.' },
  },
] as unknown as RunItem[];

test('the log of a run has its start, its steps, the items that failed, its files and its end, in order', () => {
  expect(logOf(run, failed).map(({ what }) => what)).toEqual([
    'The run was requested.',
    'The run started.',
    'The step photos started.',
    'a.jpg (photos) failed in detect after 3 attempts: UNSUPPORTED_MEDIA, it is text.',
    'The step photos ended with 2 items: partial.',
    'Wrote files.jsonl, 1 row.',
    'The run ended: partial.',
  ]);
});

test('a run in progress has no end yet', () => {
  const lines = logOf({ ...run, status: 'running', ended_at: null, steps: [] }, []);
  expect(lines.map(({ what }) => what)).toEqual(['The run was requested.', 'The run started.']);
});
