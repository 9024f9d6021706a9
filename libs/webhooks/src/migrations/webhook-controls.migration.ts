import { type MigrationInterface, type QueryRunner, Table, TableColumn, type TableColumnOptions } from 'typeorm';

const optional = (name: string, type: 'text' | 'bigint' | 'integer'): TableColumnOptions => ({ name, type, isNullable: true });
const counted = (name: string): TableColumnOptions => ({ name, type: 'integer', default: '0' });
const required = (name: string, type: 'text' | 'bigint' | 'integer'): TableColumnOptions => ({ name, type });

const OF_ENDPOINTS = [
  optional('filter', 'text'),
  optional('headers', 'text'),
  optional('rate_per_second', 'integer'),
  optional('next_slot_at', 'bigint'),
  optional('sealed_old_secret', 'text'),
  optional('old_secret_until', 'bigint'),
  counted('failures_in_row'),
  optional('circuit_until', 'bigint'),
].map((column) => new TableColumn(column));

const OF_DELIVERIES = [
  counted('attempts_before'),
  counted('in_order'),
  optional('waits_for', 'text'),
  optional('job_id', 'text'),
].map((column) => new TableColumn(column));

const recoveries = new Table({
  name: 'webhook_recoveries',
  columns: [
    { name: 'id', type: 'text', isPrimary: true },
    required('endpoint_id', 'text'),
    required('since', 'bigint'),
    required('until', 'bigint'),
    optional('types', 'text'),
    required('states', 'text'),
    required('total', 'integer'),
    required('recovered', 'integer'),
    required('reached', 'text'),
    required('created_at', 'bigint'),
    optional('ended_at', 'bigint'),
  ],
});

/** Filters, headers, rates, rotated secrets, the circuit breaker, order after a standstill, recoveries. */
export class WebhookControls1763700000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('webhook_endpoints', OF_ENDPOINTS);
    await runner.addColumns('webhook_deliveries', OF_DELIVERIES);
    await runner.createTable(recoveries);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(recoveries);
    await runner.dropColumns('webhook_deliveries', OF_DELIVERIES);
    await runner.dropColumns('webhook_endpoints', OF_ENDPOINTS);
  }
}
