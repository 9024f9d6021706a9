import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'webhook_deliveries';
const COLUMNS = ['endpoint_id', 'state'];
const ALL = new TableIndex({ name: 'webhook_deliveries_state', columnNames: COLUMNS });
const OPEN = new TableIndex({ name: 'webhook_deliveries_open', columnNames: COLUMNS, where: 'ended_at IS NULL' });

/** Deliveries are looked for by their state only until they have ended: the many that have need no place in an index. */
export class WebhookOpen1763700000210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(TABLE, OPEN);
    await runner.dropIndex(TABLE, ALL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex(TABLE, ALL);
    await runner.dropIndex(TABLE, OPEN);
  }
}
