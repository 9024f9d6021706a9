import { type Clock, newId, PerceptError, type Queue, type Store, systemClock } from '@percept/core';
import { EndpointRow } from './endpoint.entity';
import { checkUrl } from './endpoint-url';
import { checkEvents } from './event-patterns';
import type { CreateWebhookInput, UpdateWebhookInput } from './inputs';
import type { SecretBox } from './secret-box';
import { checkSecret, makeSecret } from './signature';
import { cancel, hold, resume } from './standstill';
import { type CreatedWebhookView, showEndpoint, type WebhookView } from './views';

export interface WebhookEndpointsOptions {
  store: Store;
  queue: Queue;
  secrets: SecretBox;
  clock?: Clock;
  /** Lets URLs be http on a loopback address, for development. */
  allowLoopback?: boolean;
}

/** The registered receivers. */
export class WebhookEndpoints {
  private readonly clock: Clock;
  private readonly allowLoopback: boolean;

  constructor(private readonly parts: WebhookEndpointsOptions) {
    this.clock = parts.clock ?? systemClock;
    this.allowLoopback = parts.allowLoopback ?? false;
  }

  /** @throws INVALID_REQUEST for `url`, `events[i]` or `secret`. */
  async create(input: CreateWebhookInput): Promise<CreatedWebhookView> {
    const url = checkUrl(input.url, this.allowLoopback);
    const events = checkEvents(input.events ?? ['*']);
    const secret = input.secret === undefined ? makeSecret() : checkSecret(input.secret);
    const id = newId('whk');
    const now = this.clock.now();
    const row: EndpointRow = {
      id,
      url,
      events,
      description: input.description ?? null,
      sealed_secret: this.parts.secrets.seal(secret, id),
      active: true,
      disabled_reason: null,
      failing_since: null,
      created_at: now,
      updated_at: now,
    };
    await this.parts.store.transaction((tx) => tx.manager.insert(EndpointRow, row));
    return { ...showEndpoint(row), secret };
  }

  /** Oldest first. */
  async list(): Promise<WebhookView[]> {
    const rows = await this.parts.store.reader.find(EndpointRow, { order: { id: 'ASC' } });
    return rows.map(showEndpoint);
  }

  /** @throws NOT_FOUND. */
  async get(id: string): Promise<WebhookView> {
    const row = await this.parts.store.reader.findOneBy(EndpointRow, { id });
    if (!row) throw notFound(id);
    return showEndpoint(row);
  }

  /** @throws NOT_FOUND, INVALID_REQUEST. */
  async update(id: string, input: UpdateWebhookInput): Promise<WebhookView> {
    const changes: Partial<EndpointRow> = { updated_at: this.clock.now() };
    if (input.url !== undefined) changes.url = checkUrl(input.url, this.allowLoopback);
    if (input.events !== undefined) changes.events = checkEvents(input.events);
    if (input.description !== undefined) changes.description = input.description;
    if (input.active !== undefined) Object.assign(changes, { active: input.active, disabled_reason: null, failing_since: null });
    return this.parts.store.transaction(async (tx) => {
      const row = await tx.manager.findOneBy(EndpointRow, { id });
      if (!row) throw notFound(id);
      await tx.manager.update(EndpointRow, { id }, changes);
      if (row.active && input.active === false) await hold(tx, this.parts.queue, id);
      if (!row.active && input.active === true) await resume(tx, this.parts.queue, id);
      return showEndpoint({ ...row, ...changes });
    });
  }

  /** What waits for it is given up. @throws NOT_FOUND. */
  async delete(id: string): Promise<void> {
    await this.parts.store.transaction(async (tx) => {
      const row = await tx.manager.findOneBy(EndpointRow, { id });
      if (!row) throw notFound(id);
      await tx.manager.delete(EndpointRow, { id });
      await cancel(tx, this.parts.queue, id, this.clock.now());
    });
  }
}

function notFound(id: string): PerceptError {
  return PerceptError.notFound(`The webhook '${id}'`);
}
