import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@percept/core';
import { AttemptEntity } from '../entities/attempt.entity';
import { WebhookControls1763700000031 } from './webhook-controls.migration';
import { WebhookOpen1763700000210 } from './webhook-open.migration';
import { WebhookTables1763700000030 } from './webhook-tables.migration';
import { webhookTables } from '../tables';

const BEFORE = [WebhookTables1763700000030, WebhookControls1763700000031, WebhookOpen1763700000210];

test('attempts from before keep all that was seen of them, one for each number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-attempts-'));
  const file = join(folder, 'percept.db');
  const before = await openStore({ file, entities: [], migrations: BEFORE });
  await before.transaction(async ({ manager }) => {
    await manager.query(
      `INSERT INTO webhook_attempts (id, delivery_id, number, at, duration_ms, status, reason, response_body, response_headers)
       VALUES ('att_1', 'dlv_1', 1, 10, 5, 500, 'status 500', 'oh', '{"a":"b"}'), ('att_2', 'dlv_1', 2, 20, 6, 200, NULL, 'ok', '{}'),
              ('att_3', 'dlv_1', 2, 30, 7, 200, NULL, 'twice', '{}'), ('att_4', 'dlv_2', 1, 40, 8, NULL, 'reset', NULL, NULL)`,
    );
  });
  await before.close();
  const after = await openStore({ file, ...webhookTables });
  const rows = await after.reader.find(AttemptEntity, { order: { delivery_id: 'ASC', number: 'ASC' } });
  expect(rows).toEqual([
    {
      delivery_id: 'dlv_1',
      number: 1,
      at: 10,
      duration_ms: 5,
      status: 500,
      reason: 'status 500',
      response_body: 'oh',
      response_headers: { a: 'b' },
    },
    {
      delivery_id: 'dlv_1',
      number: 2,
      at: 20,
      duration_ms: 6,
      status: 200,
      reason: null,
      response_body: 'ok',
      response_headers: {},
    },
    {
      delivery_id: 'dlv_2',
      number: 1,
      at: 40,
      duration_ms: 8,
      status: null,
      reason: 'reset',
      response_body: null,
      response_headers: null,
    },
  ]);
  await after.close();
  rmSync(folder, { recursive: true });
});
