import type { EntityManager } from 'typeorm';
import { sql } from '../database';
import type { QueueName } from './queue';

interface ClockJump {
  queue: QueueName;
  now: number;
  leaseMs: number;
  /** Times that are less than this in the future stay unchanged. */
  toleranceMs: number;
}

/** Corrects times after the clock jumped back: delays count from now, and no lease ends later than one granted now. */
export async function handleClockJump(manager: EntityManager, { queue, now, leaseMs, toleranceMs }: ClockJump): Promise<void> {
  await sql(
    manager,
    `UPDATE jobs SET run_at = run_at - (scheduled_at - CAST(? AS bigint)), scheduled_at = ?
     WHERE queue = ? AND state = 'waiting' AND scheduled_at > ?`,
    [now, now, queue, now + toleranceMs],
  );
  const until = now + leaseMs;
  await sql(manager, `UPDATE jobs SET lease_until = ? WHERE queue = ? AND state = 'leased' AND lease_until > ?`, [
    until,
    queue,
    until + toleranceMs,
  ]);
}
