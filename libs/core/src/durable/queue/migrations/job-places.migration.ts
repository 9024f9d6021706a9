import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const ORDERS = {
  jobs_next: ['lane', 'state', 'run_at'],
  jobs_turn: ['lane', 'state', 'group_key', 'rank', 'run_at'],
};
/** Of no use since all that wait take turns by their groups. */
const FIRST = new TableIndex({ name: 'jobs_first', columnNames: ['lane', 'state', 'rank', 'run_at'] });
const HOLDER = new TableIndex({ name: 'jobs_holder', columnNames: ['holder'] });
const LEASED = new TableIndex({
  name: 'jobs_leased',
  columnNames: ['lane', 'group_key', 'key_name'],
  where: "state = 'leased'",
});

const waiting = ([name, columnNames]: [string, string[]]) =>
  new TableIndex({ name, columnNames: columnNames.filter((column) => column !== 'state'), where: "state = 'waiting'" });

/** The orders in which jobs wait know only those that wait: a claim leaves them, and the end of a job has nothing to do there. */
export class JobPlaces1763700000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name] of Object.entries(ORDERS)) await runner.dropIndex('jobs', name);
    for (const index of [FIRST, HOLDER]) await runner.dropIndex('jobs', index);
    for (const order of Object.entries(ORDERS)) await runner.createIndex('jobs', waiting(order));
    await runner.createIndex('jobs', LEASED);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of Object.entries(ORDERS)) await runner.dropIndex('jobs', name);
    await runner.dropIndex('jobs', LEASED);
    for (const [name, columnNames] of Object.entries(ORDERS)) {
      await runner.createIndex('jobs', new TableIndex({ name, columnNames }));
    }
    for (const index of [FIRST, HOLDER]) await runner.createIndex('jobs', index);
  }
}
