import type { EntityManager } from 'typeorm';
import { sql } from '../database';
import type { QueueName } from './queue';

export interface ClockJump {
  lane: QueueName;
  now: number;
  leaseMs: number;
  /** What lies in the future by less is taken for right. */
  toleranceMs: number;
}

/** After the clock was set back: waits count from now, and no lease ends later than one that is given now. */
export async function handleClockJump(manager: EntityManager, { lane, now, leaseMs, toleranceMs }: ClockJump): Promise<void> {
  await sql(
    manager,
    `UPDATE jobs SET run_at = run_at - (scheduled_at - CAST(? AS bigint)), scheduled_at = ?
     WHERE lane = ? AND state = 'waiting' AND scheduled_at > ?`,
    [now, now, lane, now + toleranceMs],
  );
  const until = now + leaseMs;
  await sql(manager, `UPDATE jobs SET lease_until = ? WHERE lane = ? AND state = 'leased' AND lease_until > ?`, [
    until,
    lane,
    until + toleranceMs,
  ]);
}
