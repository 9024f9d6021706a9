import { CommandError } from '../output/command-error';
import { namedServiceIn, type ProjectPlaceOptions } from '../service/place';
import type { UpdateKeyRequest, CreateKeyRequest } from '../../access/auth/keys/key-requests';
import { type CreatedKeyResponse, type KeyResponse, showCreated, showKey } from '../../access/auth/keys/key-responses';
import { namedKey } from '../../access/auth/keys/named-key';
import type { ServiceClient } from '../service/client';
import type { KeyChanges } from '../../access/auth/keys/api-keys';
import type { ApiKeyEntity } from '../../access/auth/keys/api-key.entity';
import { checkLimit, readExpiry } from '../../access/auth/keys/key-terms';
import { inProject } from '../command-line-caller';
import { withAccess, type AccessServices } from '../context';

type NewKeyTerms = Pick<CreateKeyRequest, 'name' | 'plan'> & Partial<CreateKeyRequest>;

/** The keys of a project, or of all projects, in a service or a database. A key is named by id, or by name if that is unique. */
interface KeyStore {
  /** Oldest first. */
  list(): Promise<KeyResponse[]>;
  create(terms: NewKeyTerms): Promise<CreatedKeyResponse>;
  update(which: string, changes: UpdateKeyRequest): Promise<KeyResponse>;
  rotate(which: string): Promise<CreatedKeyResponse>;
  revoke(which: string): Promise<KeyResponse>;
}

const PATH = '/v1/keys';

/** Uses the keys of the service that the options name, else of the data folder. @param init creates the database if there is none. */
export async function withKeys<T>(
  { init, ...options }: ProjectPlaceOptions & { init?: boolean },
  use: (keys: KeyStore) => Promise<T>,
): Promise<T> {
  const service = await namedServiceIn(options);
  if (!service) return withStoredKeys({ project: options.project, init }, use);
  if (init) throw new CommandError('--init goes with a data folder: a service has its database already.', 2);
  return use(new ServedKeys(service));
}

/** The keys of a project in a service. */
class ServedKeys implements KeyStore {
  constructor(private readonly service: ServiceClient) {}

  async list(): Promise<KeyResponse[]> {
    return (await this.service.ask<{ keys: KeyResponse[] }>('GET', PATH)).keys;
  }

  create(body: NewKeyTerms): Promise<CreatedKeyResponse> {
    return this.service.ask('POST', PATH, { body });
  }

  async update(which: string, body: UpdateKeyRequest): Promise<KeyResponse> {
    return this.service.ask('PATCH', await this.pathOf(which), { body });
  }

  async rotate(which: string): Promise<CreatedKeyResponse> {
    return this.service.ask('POST', `${await this.pathOf(which)}/rotate`);
  }

  async revoke(which: string): Promise<KeyResponse> {
    const path = await this.pathOf(which);
    await this.service.ask('DELETE', path);
    return this.service.ask('GET', path);
  }

  private async pathOf(which: string): Promise<string> {
    return `${PATH}/${encodeURIComponent(namedKey(await this.list(), which).id)}`;
  }
}

/** The keys in the database of the data folder. */
class StoredKeys implements KeyStore {
  constructor(
    private readonly services: AccessServices,
    /** Undefined: new keys are made in the first project, and existing ones are found in all projects. */
    private readonly projectId: string | undefined,
  ) {}

  async list(): Promise<KeyResponse[]> {
    return (await this.records()).map(showKey);
  }

  async create({ monthly_limit: monthlyLimit, expires_at: expires, ...terms }: NewKeyTerms): Promise<CreatedKeyResponse> {
    checkLimit(terms.plan, monthlyLimit);
    const expiresAt = expires === undefined ? null : readExpiry(expires, Date.now());
    const made = await this.services.keys.create({ ...terms, projectId: this.projectId, monthlyLimit, expiresAt });
    await this.audit('create', made.record);
    return showCreated(made);
  }

  async update(
    which: string,
    { plan, monthly_limit: limit, expires_at: expires, ...rest }: UpdateKeyRequest,
  ): Promise<KeyResponse> {
    const before = await this.find(which);
    const next = plan ?? before.plan;
    checkLimit(next, limit);
    const given = { ...rest, plan, monthly_limit: next === 'enterprise' ? limit : null };
    const changes: KeyChanges = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (expires !== undefined) changes.expires_at = readExpiry(expires, Date.now());
    const changed = await this.services.keys.update(before.id, before.project_id, changes);
    await this.audit('update', changed);
    return showKey(changed);
  }

  async rotate(which: string): Promise<CreatedKeyResponse> {
    const { id, project_id } = await this.find(which);
    const rotated = await this.services.keys.rotate(id, project_id);
    await this.audit('rotate', rotated.record);
    return showCreated(rotated);
  }

  async revoke(which: string): Promise<KeyResponse> {
    const key = await this.find(which);
    await this.audit('revoke', key);
    return showKey(await this.services.keys.revoke(key.id, key.project_id));
  }

  private records(): Promise<ApiKeyEntity[]> {
    return this.services.keys.list(this.projectId);
  }

  private async find(which: string): Promise<ApiKeyEntity> {
    return namedKey(await this.records(), which);
  }

  private async audit(action: string, { id, project_id }: ApiKeyEntity): Promise<void> {
    await this.services.audit.record(inProject(project_id), { action: `percept keys ${action}`, target: id });
  }
}

/** @throws PerceptError NOT_FOUND if there is no such project. */
const withStoredKeys = <T>(
  { project, init }: { project?: string; init?: boolean },
  use: (keys: KeyStore) => Promise<T>,
): Promise<T> =>
  withAccess(
    async (services) =>
      use(new StoredKeys(services, project === undefined ? undefined : (await services.projects.find(project)).id)),
    { init },
  );
