import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { QueueOptions } from '../../../libs/core/src/durable/queue';

/** Concurrent jobs of a process that hurries: the jobs wait for the database only. The service has up to 512 deliveries under way. */
export const HURRY_CONCURRENCY = 64;

/** A table for tests of the queue: what a handler did, written with the end of its job. */
export class DoneTable1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE done (ref text NOT NULL, pid integer NOT NULL)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE done');
  }
}

/** What the test tells a worker process. */
export interface QueueWorkerOrders {
  file: string;
  /** PostgreSQL instead of the file. */
  url?: string;
  /** Notifies through Bull on this Redis. */
  redis?: string;
  timing: Omit<QueueOptions, 'store' | 'log' | 'clock' | 'notifier'>;
  /** Keeps what it claims and never ends; does it in some milliseconds; or at once, without a word but `ready`. */
  behaviour: 'hold' | 'work' | 'hurry';
}
