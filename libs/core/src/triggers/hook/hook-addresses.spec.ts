import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../durable/database/open';
import { hashOfToken } from './hook-token';
import { ScheduleTables1763700000040 } from '../schedule-tables.migration';
import { ScheduleEntity } from '../schedule.entity';
import { scheduleTables } from '../tables';

test('addresses that were given out before only hashes were kept go on working', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-addresses-'));
  const file = join(folder, 'percept.db');
  const before = await openStore({ file, entities: [], migrations: [ScheduleTables1763700000040] });
  const columns = 'id, pipeline, kind, definition, anchor, cursor, token, resumed_at';
  await before.transaction(async ({ manager }) => {
    await manager.query(
      `INSERT INTO schedules (${columns}) VALUES ('orders/1', 'orders', 'webhook', '{}', 1, 1, 'a_Token-1', 1)`,
    );
    await manager.query(`INSERT INTO schedules (${columns}) VALUES ('orders/2', 'orders', 'every', '{}', 1, 1, NULL, 1)`);
  });
  await before.close();
  const after = await openStore({ file, ...scheduleTables });
  const rows = await after.reader.find(ScheduleEntity, { order: { id: 'ASC' } });
  expect(rows.map(({ token_hash }) => token_hash)).toEqual([hashOfToken('a_Token-1'), null]);
  expect(JSON.stringify(await after.reader.query('SELECT * FROM schedules'))).not.toContain('a_Token-1');
  await after.close();
  rmSync(folder, { recursive: true });
});
