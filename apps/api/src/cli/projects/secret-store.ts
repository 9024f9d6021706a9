import { DEFAULT_PROJECT } from '@percept/core';
import { showSecret, type SecretResponse, type SetSecretRequest } from '../../access/secrets/secret-dtos';
import { inProject } from '../command-line-caller';
import { withAccess, type AccessServices } from '../context';
import type { ServiceClient } from '../service/client';
import { namedServiceIn, type ProjectPlaceOptions } from '../service/place';

/** The secrets of a project, in a service or a database. */
interface SecretStore {
  list(): Promise<SecretResponse[]>;
  /** @returns whether the secret is new. */
  set(name: string, request: SetSecretRequest): Promise<boolean>;
  delete(name: string): Promise<void>;
}

/** Uses the secrets of the service that the options name, else of the data folder. There the default is the first project. */
export async function withSecrets<T>(options: ProjectPlaceOptions, use: (secrets: SecretStore) => Promise<T>): Promise<T> {
  const service = await namedServiceIn(options);
  if (service) return use(new ServedSecrets(service));
  return withAccess(async (services) => {
    const { project } = options;
    return use(new StoredSecrets(services, project === undefined ? DEFAULT_PROJECT : (await services.projects.find(project)).id));
  });
}

const PATH = '/v2/secrets';

class ServedSecrets implements SecretStore {
  constructor(private readonly service: ServiceClient) {}

  async list(): Promise<SecretResponse[]> {
    return (await this.service.ask<{ secrets: SecretResponse[] }>('GET', PATH)).secrets;
  }

  async set(name: string, body: SetSecretRequest): Promise<boolean> {
    const { created_at, updated_at } = await this.service.ask<SecretResponse>('PUT', `${PATH}/${encodeURIComponent(name)}`, {
      body,
    });
    return created_at === updated_at;
  }

  async delete(name: string): Promise<void> {
    await this.service.ask('DELETE', `${PATH}/${encodeURIComponent(name)}`);
  }
}

class StoredSecrets implements SecretStore {
  constructor(
    private readonly services: AccessServices,
    private readonly projectId: string,
  ) {}

  async list(): Promise<SecretResponse[]> {
    return (await this.services.secrets.list(this.projectId)).map(showSecret);
  }

  async set(name: string, request: SetSecretRequest): Promise<boolean> {
    const { created } = await this.services.secrets.set(this.projectId, { name, ...request });
    await this.audit('set', name);
    return created;
  }

  async delete(name: string): Promise<void> {
    await this.services.secrets.delete(this.projectId, name);
    await this.audit('delete', name);
  }

  private async audit(action: string, target: string): Promise<void> {
    await this.services.audit.record(inProject(this.projectId), { action: `percept secrets ${action}`, target });
  }
}
