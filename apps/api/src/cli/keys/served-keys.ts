import type { UpdateKeyRequest } from '../../auth/keys/key-requests';
import type { CreatedKeyResponse, KeyResponse } from '../../auth/keys/key-responses';
import { namedKey } from '../../auth/keys/named-key';
import type { ServiceClient } from '../service/client';
import type { KeyStore, NewKeyTerms } from './key-store';

const PATH = '/v1/keys';

/** The keys of a project in a service. */
export class ServedKeys implements KeyStore {
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
