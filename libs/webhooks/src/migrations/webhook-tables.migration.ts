import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const id = { name: 'id', type: 'text', isPrimary: true };
const text = (name: string) => ({ name, type: 'text' });
const optionalText = (name: string) => ({ name, type: 'text', isNullable: true });
const time = (name: string) => ({ name, type: 'bigint' });
const optionalTime = (name: string) => ({ name, type: 'bigint', isNullable: true });
const integer = (name: string) => ({ name, type: 'integer' });

const endpoints = new Table({
  name: 'webhook_endpoints',
  columns: [
    id,
    text('url'),
    text('events'),
    optionalText('description'),
    text('sealed_secret'),
    { name: 'active', type: 'boolean' },
    optionalText('disabled_reason'),
    optionalTime('failing_since'),
    time('created_at'),
    time('updated_at'),
  ],
});

const deliveries = new Table({
  name: 'webhook_deliveries',
  columns: [
    id,
    text('endpoint_id'),
    text('event_id'),
    text('event_type'),
    text('body'),
    text('state'),
    integer('attempts'),
    optionalTime('next_attempt_at'),
    time('created_at'),
    optionalTime('ended_at'),
  ],
  indices: [
    { name: 'webhook_deliveries_endpoint', columnNames: ['endpoint_id', 'id'] },
    { name: 'webhook_deliveries_state', columnNames: ['endpoint_id', 'state'] },
  ],
});

const attempts = new Table({
  name: 'webhook_attempts',
  columns: [
    id,
    text('delivery_id'),
    integer('number'),
    time('at'),
    integer('duration_ms'),
    { name: 'status', type: 'integer', isNullable: true },
    optionalText('reason'),
    optionalText('response_body'),
    optionalText('response_headers'),
  ],
  indices: [{ name: 'webhook_attempts_delivery', columnNames: ['delivery_id', 'number'] }],
});

export class WebhookTables1763700000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [endpoints, deliveries, attempts]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [attempts, deliveries, endpoints]) await runner.dropTable(table);
  }
}
