import { type Clock, newId, type Queue, type Store, systemClock, type Transaction, type PerceptEvent } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { EVENT_EXAMPLES, notFound } from '../endpoints';
import { type EndpointEntity, type RecoveryEntity, SETTLED } from '../entities';
import { findDelivery, insertDeliveries, updateDelivery } from '../entities/delivery.repository';
import { findEndpoint } from '../entities/endpoint.repository';
import { countRecoverable, findRecovery, insertRecovery } from '../entities/recovery.repository';
import type { RecoverDeliveriesRequest } from './replay-requests';
import { type RecoveryResponse, showRecovery } from '../views';

const QUEUE = 'deliveries';

/** Sends deliveries again, and sends examples. */
export class WebhookReplays {
  constructor(
    private readonly store: Store,
    private readonly queue: Queue,
    private readonly clock: Clock = systemClock,
  ) {}

  /** Sends a delivery again, at once and with all its attempts, under the same event id. @throws NOT_FOUND, CONFLICT. */
  async redeliver(id: string, projectId?: string): Promise<void> {
    await this.store.transaction(async (tx) => {
      const delivery = await findDelivery(tx.manager, id, projectId);
      if (!delivery) throw PerceptError.notFound(`The delivery '${id}'`);
      const { project_id: key } = await this.activeEndpoint(tx, delivery.endpoint_id);
      const { state, attempts } = delivery;
      if (state === 'retrying') await this.queue.cancel(tx, QUEUE, [id]);
      else if (!SETTLED.includes(state)) throw new PerceptError('CONFLICT', `The delivery '${id}' is on its way: ${state}.`);
      const again = { state: 'pending' as const, previous_attempts: attempts, next_attempt_at: null, ended_at: null };
      await updateDelivery(tx.manager, id, { ...again, waiting_for: null, job_id: null });
      await this.queue.add(tx, QUEUE, id, { group: delivery.endpoint_id, key });
    });
  }

  /**
   * Sends all matching deliveries again, in order and at the endpoint's rate; a dry run only counts.
   * @throws NOT_FOUND, CONFLICT, INVALID_REQUEST.
   */
  async recover(endpoint_id: string, input: RecoverDeliveriesRequest, projectId?: string): Promise<RecoveryResponse> {
    const now = this.clock.now();
    const since = Date.parse(input.since);
    const until = input.until === undefined ? now : Date.parse(input.until);
    if (since > until) throw PerceptError.invalid('since', 'It is later than `until`: give an earlier time.');
    const criteria = {
      endpoint_id,
      since,
      until,
      types: input.types ?? null,
      states: input.states,
      search: input.search?.trim() || null,
    };
    const { reader } = this.store;
    if (!(await findEndpoint(reader, endpoint_id, projectId))) throw notFound(endpoint_id);
    // Counting many deliveries may take long, and a transaction would keep everybody else from writing meanwhile.
    const total = await countRecoverable(reader, { ...criteria, cursor: '' });
    const id = newId('rcv');
    const row: RecoveryEntity = { id, ...criteria, total, recovered: 0, cursor: '', created_at: now, ended_at: null };
    if (input.dry_run) return showRecovery(row, true);
    return this.store.transaction(async (tx) => {
      await this.activeEndpoint(tx, endpoint_id, projectId);
      await insertRecovery(tx.manager, row);
      await this.queue.add(tx, QUEUE, id, { group: id });
      return showRecovery(row, false);
    });
  }

  /** Returns the progress of a recovery. @throws NOT_FOUND. */
  async recovery(endpoint_id: string, id: string): Promise<RecoveryResponse> {
    const row = await findRecovery(this.store.reader, id);
    if (row?.endpoint_id !== endpoint_id) throw PerceptError.notFound(`The recovery '${id}'`);
    return showRecovery(row, false);
  }

  /**
   * Sends an example of an event to this endpoint only, regardless of its subscriptions.
   * @returns the delivery's id.
   * @throws NOT_FOUND, CONFLICT.
   */
  async test(endpointId: string, type: PerceptEvent['type'], projectId?: string): Promise<string> {
    return this.store.transaction(async (tx) => {
      const { project_id } = await this.activeEndpoint(tx, endpointId, projectId);
      const created_at = this.clock.now();
      const event = { id: newId('evt'), type, created_at: new Date(created_at).toISOString() };
      const body = JSON.stringify({ ...event, data: { ...EVENT_EXAMPLES[type], test: true } });
      const id = newId('dlv');
      await insertDeliveries(tx.manager, [[id, project_id, endpointId, event.id, type, body, 'pending', 0, created_at]]);
      await this.queue.add(tx, QUEUE, id, { group: endpointId, key: project_id, priority: 1 });
      return id;
    });
  }

  private async activeEndpoint(tx: Transaction, id: string, projectId?: string): Promise<EndpointEntity> {
    const endpoint = await findEndpoint(tx.manager, id, projectId);
    if (!endpoint) throw notFound(id);
    if (!endpoint.active) throw new PerceptError('CONFLICT', `The webhook '${id}' is switched off: enable it first.`);
    return endpoint;
  }
}
