import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

export class AnalysisProgress1763700000180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('analyses', new TableColumn({ name: 'progress', type: 'text', isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('analyses', 'progress');
  }
}
