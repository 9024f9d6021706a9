import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';

const TABLE = 'webhook_attempts';
const BEFORE = 'webhook_attempts_before';
const INDEX = new TableIndex({ name: 'webhook_attempts_delivery', columnNames: ['delivery_id', 'number'] });
const KEY = 'delivery_id, number';
const CONTENTS = 'at, duration_ms, status, reason, response_body, response_headers';

const optionalText = (name: string) => ({ name, type: 'text', isNullable: true });
const contents = [
  { name: 'at', type: 'bigint' },
  { name: 'duration_ms', type: 'integer' },
  { name: 'status', type: 'integer', isNullable: true },
  optionalText('reason'),
  optionalText('response_body'),
  optionalText('response_headers'),
];

/** An attempt is told by its delivery and its number: an id of its own took a second index, and is shown nowhere. */
export class WebhookAttempts1763700000220 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const key = [
      { name: 'delivery_id', type: 'text', isPrimary: true },
      { name: 'number', type: 'integer', isPrimary: true },
    ];
    await replace(runner, new Table({ name: TABLE, columns: [...key, ...contents], withoutRowid: true }), {
      columns: `${KEY}, ${CONTENTS}`,
      from: `SELECT ${KEY}, ${CONTENTS} FROM ${BEFORE} WHERE id IN (SELECT MIN(id) FROM ${BEFORE} GROUP BY ${KEY})`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    const key = [
      { name: 'id', type: 'text', isPrimary: true },
      { name: 'delivery_id', type: 'text' },
      { name: 'number', type: 'integer' },
    ];
    await replace(runner, new Table({ name: TABLE, columns: [...key, ...contents] }), {
      columns: `id, ${KEY}, ${CONTENTS}`,
      from: `SELECT 'att_' || delivery_id || '_' || number, ${KEY}, ${CONTENTS} FROM ${BEFORE}`,
    });
    await runner.createIndex(TABLE, INDEX);
  }
}

async function replace(runner: QueryRunner, table: Table, { columns, from }: { columns: string; from: string }): Promise<void> {
  await runner.renameTable(TABLE, BEFORE);
  await runner.createTable(table);
  await runner.query(`INSERT INTO ${TABLE} (${columns}) ${from}`);
  await runner.dropTable(BEFORE);
}
