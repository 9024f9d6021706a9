import type { CreateKeyRequest, UpdateKeyRequest } from '../../auth/keys/key-requests';
import type { CreatedKeyResponse, KeyResponse } from '../../auth/keys/key-responses';

export type NewKeyTerms = Pick<CreateKeyRequest, 'name' | 'plan'> & Partial<CreateKeyRequest>;

/** The keys of a project, or of all projects, in a service or a database. A key is named by id, or by name if that is unique. */
export interface KeyStore {
  /** Oldest first. */
  list(): Promise<KeyResponse[]>;
  create(terms: NewKeyTerms): Promise<CreatedKeyResponse>;
  update(which: string, changes: UpdateKeyRequest): Promise<KeyResponse>;
  rotate(which: string): Promise<CreatedKeyResponse>;
  revoke(which: string): Promise<KeyResponse>;
}
