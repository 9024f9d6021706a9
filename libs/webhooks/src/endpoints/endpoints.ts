import {
  checkRoom,
  type Clock,
  Config,
  DEFAULT_PROJECT,
  newId,
  type Queue,
  type SecretBox,
  type Store,
  systemClock,
  type Transaction,
} from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { EndpointEntity } from '../entities';
import {
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  updateEndpoint,
} from '../entities/endpoint.repository';
import { deleteRecoveries } from '../entities/recovery.repository';
import { toEndpointTerms } from './endpoint-terms';
import type { CreateWebhookRequest, RotateSecretRequest, UpdateWebhookRequest } from './endpoint-requests';
import { checkSecret, makeSecret } from '../signature';
import { cancel, hold, release, resume } from './pause';
import { type CreatedWebhookResponse, type RotatedWebhookResponse, showEndpoint, type WebhookResponse } from '../views';

interface EndpointOptions {
  clock?: Clock;
  /** Allows http URLs on a loopback address, for development. */
  allowLoopback?: boolean;
  /** The maximum number of endpoints of a project. */
  most?: number;
}

/** Every event evaluates the filter of each endpoint: a project with thousands would slow down all calls. */
const MOST = new Config().projectLimits.webhooks;

/** How long a rotated secret still signs beside the new one. */
const OLD_SECRET_MS = 24 * 3_600_000;

const NOTHING_TO_REVOKE =
  "Only one secret signs, so there is no old one to revoke. To replace it at once, rotate first (without 'revoke'), give the new secret to the receiver, and then revoke.";

/** An endpoint that is switched on starts with a clean record. */
const FRESH = { disabled_reason: null, failing_since: null, consecutive_failures: 0, circuit_until: null, next_send_at: null };

/** An endpoint; with `projectId` only if it belongs to that project. */
interface Which {
  id: string;
  projectId?: string;
}

/** The registered receivers. Every method treats an endpoint of another project as missing. */
export class WebhookEndpoints {
  private readonly clock: Clock;
  private readonly allowLoopback: boolean;
  private readonly most: number;

  constructor(
    private readonly store: Store,
    private readonly queue: Queue,
    private readonly secrets: SecretBox,
    { clock = systemClock, allowLoopback = false, most = MOST }: EndpointOptions = {},
  ) {
    this.clock = clock;
    this.allowLoopback = allowLoopback;
    this.most = most;
  }

  /** @throws INVALID_REQUEST for `url`, `events[i]`, `secret`, `filter` or `headers.<name>`; CONFLICT if the project has too many. */
  async create(
    { events = ['*'], ...input }: CreateWebhookRequest,
    project_id = DEFAULT_PROJECT,
  ): Promise<CreatedWebhookResponse> {
    const id = newId('whk');
    const { secrets } = this;
    const terms = toEndpointTerms({ ...input, events }, { id, secrets, allowLoopback: this.allowLoopback });
    const secret = input.secret === undefined ? makeSecret() : checkSecret(input.secret);
    const now = this.clock.now();
    const row: EndpointEntity = {
      id,
      project_id,
      url: terms.url!,
      events: terms.events!,
      description: terms.description ?? null,
      filter: terms.filter ?? null,
      rate_per_second: terms.rate_per_second ?? null,
      max_attempts: terms.max_attempts ?? null,
      headers: terms.headers ?? null,
      encrypted_secret: secrets.seal(secret, id),
      encrypted_old_secret: null,
      old_secret_until: null,
      active: true,
      ...FRESH,
      created_at: now,
      updated_at: now,
    };
    await this.store.transaction(async (tx) => {
      const room = { projectId: project_id, kind: 'webhooks', most: this.most } as const;
      await checkRoom(tx, room, () => countEndpoints(tx.manager, project_id));
      await insertEndpoint(tx.manager, row);
    });
    return { ...showEndpoint(row, now), secret };
  }

  /** Oldest first; of all projects without `projectId`. */
  async list(projectId?: string): Promise<WebhookResponse[]> {
    const rows = await listEndpoints(this.store.reader, projectId);
    return rows.map((row) => showEndpoint(row, this.clock.now()));
  }

  /** @throws NOT_FOUND. */
  async get(id: string, projectId?: string): Promise<WebhookResponse> {
    const row = await findEndpoint(this.store.reader, id, projectId);
    if (!row) throw notFound(id);
    return showEndpoint(row, this.clock.now());
  }

  /**
   * Changes an endpoint. While it is off its deliveries are held, and sent in order afterwards. A new host gets a new secret, which
   * is in the answer, and none of the old host's headers.
   * @throws NOT_FOUND, INVALID_REQUEST.
   */
  async update(id: string, { active, ...input }: UpdateWebhookRequest, projectId?: string): Promise<RotatedWebhookResponse> {
    const { secrets, queue } = this;
    const terms = toEndpointTerms(input, { id, secrets, allowLoopback: this.allowLoopback });
    let secret: string | undefined;
    const view = await this.change({ id, projectId }, async (tx, row) => {
      const changes: Partial<EndpointEntity> = { ...terms };
      if (terms.url !== undefined && new URL(terms.url).host !== new URL(row.url).host) {
        secret = makeSecret();
        const old = { encrypted_old_secret: null, old_secret_until: null };
        Object.assign(changes, { headers: null, ...terms, encrypted_secret: secrets.seal(secret, id), ...old });
      }
      if (active === true && !row.active) Object.assign(changes, { active, ...FRESH });
      if (active === false) Object.assign(changes, { active, disabled_reason: null });
      if (input.rate_per_second !== undefined) {
        changes.next_send_at = null;
        await release(tx, queue, row);
      }
      if (row.active && active === false) await hold(tx, queue, id);
      if (!row.active && active === true) await resume(tx, queue, row);
      return changes;
    });
    return secret === undefined ? view : { ...view, secret };
  }

  /**
   * Sets a new secret; the old one also signs for 24 hours. With `revoke` the old one ends at once. `revoke` without a `secret`
   * sets no new one: receivers that use the newest secret are not affected.
   * @throws NOT_FOUND, INVALID_REQUEST for `secret`, CONFLICT if there is no old secret to revoke.
   */
  async rotate(
    id: string,
    { secret: newSecret, revoke }: RotateSecretRequest,
    projectId?: string,
  ): Promise<RotatedWebhookResponse> {
    const which = { id, projectId };
    if (revoke && newSecret === undefined) return this.revokeOldSecret(which);
    const secret = newSecret === undefined ? makeSecret() : checkSecret(newSecret);
    const view = await this.change(which, async (_, { encrypted_secret }) => ({
      encrypted_secret: this.secrets.seal(secret, id),
      encrypted_old_secret: revoke ? null : encrypted_secret,
      old_secret_until: revoke ? null : this.clock.now() + OLD_SECRET_MS,
    }));
    return { ...view, secret };
  }

  private revokeOldSecret(which: Which): Promise<WebhookResponse> {
    return this.change(which, async (_, { old_secret_until }) => {
      if ((old_secret_until ?? 0) <= this.clock.now()) throw new PerceptError('CONFLICT', NOTHING_TO_REVOKE);
      return { encrypted_old_secret: null, old_secret_until: null };
    });
  }

  /** Deletes an endpoint and gives up its waiting deliveries. @throws NOT_FOUND. */
  async delete(id: string, projectId?: string): Promise<void> {
    await this.store.transaction(async (tx) => {
      const row = await findEndpoint(tx.manager, id, projectId);
      if (!row) throw notFound(id);
      await deleteEndpoint(tx.manager, id);
      await deleteRecoveries(tx.manager, id);
      await cancel(tx, this.queue, id, this.clock.now());
    });
  }

  private change(
    { id, projectId }: Which,
    work: (tx: Transaction, row: EndpointEntity) => Promise<Partial<EndpointEntity>>,
  ): Promise<WebhookResponse> {
    return this.store.transaction(async (tx) => {
      const row = await findEndpoint(tx.manager, id, projectId);
      if (!row) throw notFound(id);
      const now = this.clock.now();
      const changes = { ...(await work(tx, row)), updated_at: now };
      await updateEndpoint(tx.manager, id, changes);
      return showEndpoint({ ...row, ...changes }, now);
    });
  }
}

export function notFound(id: string): PerceptError {
  return PerceptError.notFound(`The webhook '${id}'`);
}
