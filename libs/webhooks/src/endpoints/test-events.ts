import { type PerceptEvent } from '@percept/core';

const RUN = { run_id: 'run_0199c0ffee0070008000000000000000', pipeline: 'shop-window', revision: 'rev_example' };

/** Example `data` of each event. */
export const EVENT_EXAMPLES: Record<PerceptEvent['type'], Record<string, unknown>> = {
  'prediction.completed': {
    capability: 'vision.detect',
    source: 'request',
    request_id: 'req_example',
    models: [{ name: 'centernet', version: '1.0.0' }],
    result: { detections: [], total_objects: 0, processing_time_ms: 42 },
  },
  'prediction.failed': {
    capability: 'vision.detect',
    source: 'request',
    request_id: 'req_example',
    error: { code: 'TIMEOUT', message: 'The operation ran past its time limit.' },
  },
  'batch.started': { ...RUN, inputs: { folder: './photos' } },
  'batch.completed': {
    ...RUN,
    status: 'succeeded',
    counts: { total: 3, succeeded: 3, failed: 0 },
    duration_ms: 1_234,
    outputs: [],
  },
  'batch.failed': {
    ...RUN,
    status: 'failed',
    counts: { total: 3, succeeded: 1, failed: 2 },
    duration_ms: 1_234,
    error: 'Too many items failed.',
  },
  'system.notification': {
    kind: 'pipeline',
    run_id: RUN.run_id,
    pipeline: RUN.pipeline,
    step: 'alert',
    item: '',
    title: 'Stock is low',
    level: 'warning',
    message: 'The forecast for Friday is below 20.',
    data: { value: 17.5 },
  },
  'quota.threshold_reached': {
    project_id: 'prj_default',
    key_id: 'key_example',
    month: '2026-01',
    threshold: 80,
    used: 800,
    limit: 1_000,
    resets_at: '2026-02-01T00:00:00.000Z',
  },
};
