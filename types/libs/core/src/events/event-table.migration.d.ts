import { type MigrationInterface, type QueryRunner } from 'typeorm';
export declare class EventTable1763700000020 implements MigrationInterface {
    up(runner: QueryRunner): Promise<void>;
    down(runner: QueryRunner): Promise<void>;
}
