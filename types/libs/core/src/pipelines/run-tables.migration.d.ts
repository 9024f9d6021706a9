import { type MigrationInterface, type QueryRunner } from 'typeorm';
export declare class RunTables1763700000030 implements MigrationInterface {
    up(runner: QueryRunner): Promise<void>;
    down(runner: QueryRunner): Promise<void>;
}
