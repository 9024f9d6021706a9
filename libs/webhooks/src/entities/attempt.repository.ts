import { marks, overList, sql } from '@percept/core';
import { type EntityManager, In } from 'typeorm';
import { AttemptEntity } from './attempt.entity';

const COLUMNS = ['delivery_id', 'number', 'at', 'duration_ms', 'status', 'reason', 'response_body', 'response_headers'];
const INSERT = overList((each) => `INSERT INTO webhook_attempts (${COLUMNS.join(', ')}) VALUES ${each(`(${marks(COLUMNS)})`)}`);

/** In one statement. @param values of one row after the other, in the order of the table's columns. */
export async function insertAttempts(manager: EntityManager, values: readonly unknown[]): Promise<void> {
  await sql(manager, INSERT(values.length / COLUMNS.length), values);
}

/** The attempts of some deliveries, by their numbers. */
export function findAttempts(manager: EntityManager, deliveryIds: readonly string[]): Promise<AttemptEntity[]> {
  return manager.find(AttemptEntity, { where: { delivery_id: In([...deliveryIds]) }, order: { number: 'ASC' } });
}

export async function deleteAttempts(manager: EntityManager, deliveryIds: readonly string[]): Promise<void> {
  await sql(manager, `DELETE FROM webhook_attempts WHERE delivery_id IN (${marks(deliveryIds)})`, deliveryIds);
}
