import { sql } from '@percept/core';
import { type EntityManager, In } from 'typeorm';
import { AttemptEntity } from './attempt.entity';
import type { DeliveryState } from './delivery.entity';

const SENT = ['delivery_id', 'number', 'at', 'duration_ms', 'status', 'reason', 'request_headers'];
const COLUMNS = [...SENT, 'response_body', 'response_headers'];
const INSERT = sql.overList(
  (each) => `INSERT INTO webhook_attempts (${COLUMNS.join(', ')}) VALUES ${each(`(${sql.marks(COLUMNS)})`)}`,
);

/** Inserts all attempts in one statement. @param values row after row, in the order of the table's columns. */
export async function insertAttempts(manager: EntityManager, values: readonly unknown[]): Promise<void> {
  await sql(manager, INSERT(values.length / COLUMNS.length), values);
}

/** The attempts of some deliveries, ordered by number. */
export function findAttempts(manager: EntityManager, deliveryIds: readonly string[]): Promise<AttemptEntity[]> {
  return manager.find(AttemptEntity, { where: { delivery_id: In([...deliveryIds]) }, order: { number: 'ASC' } });
}

export async function deleteAttempts(manager: EntityManager, deliveryIds: readonly string[]): Promise<void> {
  await sql(manager, `DELETE FROM webhook_attempts WHERE delivery_id IN (${sql.marks(deliveryIds)})`, deliveryIds);
}

/** An endpoint may get millions a day: reading all of them would slow down everybody else. */
export const MAX_RECENT = 1_000;
const RECENT = `
  SELECT recent.id, recent.state, attempt.number, attempt.at, attempt.duration_ms, attempt.status, attempt.reason
  FROM (SELECT id, state FROM webhook_deliveries WHERE endpoint_id = ? AND created_at >= ?
        ORDER BY id DESC LIMIT ${MAX_RECENT}) recent
  LEFT JOIN webhook_attempts attempt ON attempt.delivery_id = recent.id`;

/** An attempt with its delivery, or a delivery without attempts. */
export interface RecentAttempt {
  /** The id of the delivery. */
  id: string;
  state: DeliveryState;
  /** Null if nothing was sent yet; then the rest is null, too. */
  number: number | null;
  at: string | number;
  duration_ms: number;
  status: number | null;
  reason: string | null;
}

/** The attempts of the latest deliveries to an endpoint. @param since ms since the epoch. */
export function recentAttempts(manager: EntityManager, endpointId: string, since: number): Promise<RecentAttempt[]> {
  return sql<RecentAttempt>(manager, RECENT, [endpointId, since]);
}
