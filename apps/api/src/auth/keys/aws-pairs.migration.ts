import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys for clients of AWS. */
export class AwsPairs1764100000510 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN aws_access_key_id text');
    await runner.query('ALTER TABLE api_keys ADD COLUMN aws_encrypted_secret text');
    await runner.query('CREATE UNIQUE INDEX api_keys_aws ON api_keys (aws_access_key_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX api_keys_aws');
    await runner.query('ALTER TABLE api_keys DROP COLUMN aws_encrypted_secret');
    await runner.query('ALTER TABLE api_keys DROP COLUMN aws_access_key_id');
  }
}
