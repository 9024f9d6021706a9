import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'webhook_deliveries';
const index = (columnNames: string[]) =>
  new TableIndex({ name: 'webhook_deliveries_open', columnNames, where: 'ended_at IS NULL' });

/** What has not ended, in its order: the next that was held is found at once, and a change of state moves nothing in an index. */
export class WebhookOpenOrder1763700000230 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, 'webhook_deliveries_open');
    await runner.createIndex(TABLE, index(['endpoint_id', 'id']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, 'webhook_deliveries_open');
    await runner.createIndex(TABLE, index(['endpoint_id', 'state']));
  }
}
