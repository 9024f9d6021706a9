import type { EntityManager } from 'typeorm';
import type { Clock } from '../../kernel';
import type { Store } from '../database';
import type { Notifier } from './notifier';
import type { QueueLog } from './queue';

export interface QueueOptions {
  store: Store;
  /**
   * Wakes the workers when a job is added. By default the workers of all processes on a SQLite file, otherwise only those of this
   * process.
   */
  notifier?: Notifier;
  log?: QueueLog;
  /** The database's clock when absent, so that processes whose clocks differ do not take each other's jobs. */
  clock?: Clock;
  /** How long a claim is valid without renewal. */
  leaseMs?: number;
  renewMs?: number;
  /** Longest time until a worker sees a job of another process, or a delayed job that is due. */
  pollIntervalMs?: number;
  /** See `WorkOptions.crashLimit`. */
  crashLimit?: number;
  /** Delay after the first crash; each further crash quadruples it. */
  crashDelayMs?: number;
}

/** ms since the epoch. */
export type QueueTime = (manager: EntityManager) => Promise<number>;

/** The options with their defaults. */
export type QueueSettings = Required<Omit<QueueOptions, 'clock'>> & { now: QueueTime };
