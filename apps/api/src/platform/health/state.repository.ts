import { sql } from '@percept/core';
import type { EntityManager } from 'typeorm';

/** The amount of pending work in the database. */
export interface ServiceState {
  jobs: { queue: string; state: string; count: number }[];
  /** How long the oldest due job of each queue has waited, in ms. */
  overdue: { queue: string; ms: number }[];
  deliveries: { state: string; count: number }[];
  /** Ticks of the last hour. */
  ticks: { state: string; count: number }[];
  overdueTicks: number;
  projects: number;
}

const HOUR_MS = 3_600_000;
/** Every process checks for due ticks about once a second. */
const TICK_GRACE_MS = 60_000;

interface Counted {
  state: string;
  count: number | string;
}

/** Every query reads an index, or a table that holds open work only. */
export async function readState(manager: EntityManager, now: number): Promise<ServiceState> {
  const jobs = await sql<Counted & { queue: string }>(
    manager,
    'SELECT queue, state, COUNT(*) AS count FROM jobs GROUP BY queue, state',
  );
  const oldest = await sql<{ queue: string; run_at: number | string }>(
    manager,
    "SELECT queue, MIN(run_at) AS run_at FROM jobs WHERE state = 'waiting' GROUP BY queue",
  );
  const deliveries = await sql<Counted>(
    manager,
    'SELECT state, COUNT(*) AS count FROM webhook_deliveries WHERE ended_at IS NULL GROUP BY state',
  );
  const ticks = await sql<Counted>(
    manager,
    "SELECT state, COUNT(*) AS count FROM ticks WHERE state IN ('started', 'skipped', 'failed') AND fire_at >= ? GROUP BY state",
    [now - HOUR_MS],
  );
  const [due] = await sql<{ count: number | string }>(
    manager,
    "SELECT COUNT(*) AS count FROM ticks WHERE state = 'due' AND fire_at < ?",
    [now - TICK_GRACE_MS],
  );
  const [projects] = await sql<{ count: number | string }>(manager, 'SELECT COUNT(*) AS count FROM projects');
  return {
    jobs: jobs.map((row) => ({ ...row, count: Number(row.count) })),
    overdue: oldest.map(({ queue, run_at }) => ({ queue, ms: Math.max(0, now - Number(run_at)) })),
    deliveries: deliveries.map(counted),
    ticks: ticks.map(counted),
    overdueTicks: Number(due?.count ?? 0),
    projects: Number(projects?.count ?? 0),
  };
}

const counted = ({ state, count }: Counted) => ({ state, count: Number(count) });
