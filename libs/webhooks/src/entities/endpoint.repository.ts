import { findRows, sql } from '@percept/core';
import { type EntityManager, In } from 'typeorm';
import type { DeliveryEntity } from './delivery.entity';
import { EndpointEntity } from './endpoint.entity';

/** The data that decides whether an endpoint gets an event. */
export interface Subscriber {
  id: string;
  events: string[];
  filter: string | null;
  active: boolean;
  /** ms since the epoch. */
  created_at: number;
}

export async function insertEndpoint(manager: EntityManager, row: EndpointEntity): Promise<void> {
  await manager.insert(EndpointEntity, row);
}

/** Oldest first; of all projects without `projectId`. */
export function listEndpoints(manager: EntityManager, projectId?: string): Promise<EndpointEntity[]> {
  const where = projectId === undefined ? {} : { project_id: projectId };
  return manager.find(EndpointEntity, { where, order: { id: 'ASC' } });
}

/** The number of the project's endpoints, including those switched off. */
export function countEndpoints(manager: EntityManager, projectId: string): Promise<number> {
  return manager.countBy(EndpointEntity, { project_id: projectId });
}

/** @param projectId finds the endpoint only if it belongs to that project. */
export function findEndpoint(manager: EntityManager, id: string, projectId?: string): Promise<EndpointEntity | null> {
  return manager.findOneBy(EndpointEntity, { id, ...(projectId !== undefined && { project_id: projectId }) });
}

export async function updateEndpoint(manager: EntityManager, id: string, changes: Partial<EndpointEntity>): Promise<void> {
  await manager.update(EndpointEntity, { id }, changes);
}

export async function deleteEndpoint(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(EndpointEntity, { id });
}

/** The endpoints of a project; every event reads them. */
export async function listSubscribers(manager: EntityManager, projectId: string): Promise<Subscriber[]> {
  const rows = await sql<Omit<Subscriber, 'events' | 'created_at'> & { events: string; created_at: string | number }>(
    manager,
    'SELECT id, events, filter, active, created_at FROM webhook_endpoints WHERE project_id = ? ORDER BY id',
    [projectId],
  );
  return rows.map((row) => ({ ...row, events: JSON.parse(row.events) as string[], created_at: Number(row.created_at) }));
}

/** The endpoints of some deliveries, without deleted ones. */
export async function findDeliveryEndpoints<Name extends keyof EndpointEntity>(
  manager: EntityManager,
  deliveries: readonly Pick<DeliveryEntity, 'endpoint_id'>[],
  columns: readonly ('id' | Name)[],
): Promise<Map<string, Pick<EndpointEntity, 'id' | Name>>> {
  const ids = [...new Set(deliveries.map(({ endpoint_id }) => endpoint_id))];
  const rows = await findRows(manager, EndpointEntity, { id: In(ids) }, columns);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Endpoints whose circuit is open, with the time until which nothing is sent, ms since the epoch. */
export async function openCircuits(manager: EntityManager): Promise<{ id: string; until: number }[]> {
  const rows = await sql<{ id: string; circuit_until: string | number }>(
    manager,
    'SELECT id, circuit_until FROM webhook_endpoints WHERE circuit_until IS NOT NULL',
  );
  return rows.map(({ id, circuit_until }) => ({ id, until: Number(circuit_until) }));
}

/** Claims the one probe that an open circuit allows. @returns false if another process took it first. */
export async function takeProbe(
  manager: EntityManager,
  { id, circuit_until }: Pick<EndpointEntity, 'id' | 'circuit_until'>,
  until: number,
): Promise<boolean> {
  const unchanged = { id, circuit_until: circuit_until! };
  return (await manager.update(EndpointEntity, unchanged, { circuit_until: until })).affected === 1;
}
