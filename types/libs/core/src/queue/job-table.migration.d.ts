import { type MigrationInterface, type QueryRunner } from 'typeorm';
export declare class JobTable1763700000010 implements MigrationInterface {
    up(runner: QueryRunner): Promise<void>;
    down(runner: QueryRunner): Promise<void>;
}
