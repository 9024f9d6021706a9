import { EndpointEntity } from '@percept/webhooks';
import { Like, type EntityTarget, type FindOptionsSelect, type FindOptionsWhere, type ObjectLiteral } from 'typeorm';
import { ApiKeyEntity } from '../../access/auth/keys/api-key.entity';
import { AdministratorEntity } from '../../access/auth/sessions/administrator.entity';
import { EntryEntity } from '../../inference/collections/entry.entity';
import { placeOfEntry } from '../../inference/collections/entry-seal';
import { toSealContext } from '../../access/secrets/project-secrets';
import { ProjectSecretEntity } from '../../access/secrets/project-secret.entity';

/** Seals a text again; null stays null. */
export type Reseal = <Text extends string | null>(sealed: Text, owner: string) => Text;

/** A table with columns sealed by the installation's key. */
export interface SealedRows<Row extends ObjectLiteral = ObjectLiteral> {
  /** What people call the rows. */
  what: string;
  entity: EntityTarget<Row>;
  /** The primary key. */
  key: readonly (keyof Row & string)[];
  /** Selects the sealed rows. All rows if absent. */
  where?: FindOptionsWhere<Row>;
  /** The columns to read; by default all that a query reads. */
  select?: FindOptionsSelect<Row>;
  /** Returns the sealed columns with each text sealed again. */
  resealed(row: Row, again: Reseal): Partial<Row>;
}

const rows = <Row extends ObjectLiteral>(sealed: SealedRows<Row>) => sealed as SealedRows;

/** All data sealed by the installation's key. Answers of repeated requests are not here: the caller's own key seals them. */
export const SEALED_ROWS: readonly SealedRows[] = [
  rows<ProjectSecretEntity>({
    what: 'secrets of projects',
    entity: ProjectSecretEntity,
    key: ['project_id', 'name'],
    resealed: ({ project_id, name, encrypted_value }, again) => ({
      encrypted_value: again(encrypted_value, toSealContext(project_id, name)),
    }),
  }),
  rows<EndpointEntity>({
    what: 'webhook endpoints',
    entity: EndpointEntity,
    key: ['id'],
    resealed: ({ id, encrypted_secret, encrypted_old_secret, headers }, again) => ({
      encrypted_secret: again(encrypted_secret, id),
      encrypted_old_secret: again(encrypted_old_secret, id),
      headers:
        headers &&
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, again(value, `${id}/${name}`)] as const)),
    }),
  }),
  rows<ApiKeyEntity>({
    what: 'AWS secrets of keys',
    entity: ApiKeyEntity,
    key: ['id'],
    resealed: ({ aws_access_key_id, aws_encrypted_secret }, again) => ({
      aws_encrypted_secret: again(aws_encrypted_secret, aws_access_key_id ?? ''),
    }),
  }),
  rows<AdministratorEntity>({
    what: 'one-time codes of administrators',
    entity: AdministratorEntity,
    key: ['id'],
    resealed: ({ id, totp_secret, totp_pending_secret }, again) => ({
      totp_secret: again(totp_secret, id),
      totp_pending_secret: again(totp_pending_secret, id),
    }),
  }),
  rows<EntryEntity>({
    what: 'faces',
    entity: EntryEntity,
    key: ['id'],
    where: { vector: Like('v2.%') },
    select: { id: true, vector: true, picture: true },
    resealed: ({ id, vector, picture }, again) => ({
      vector: again(vector, placeOfEntry(id)),
      picture: again(picture, placeOfEntry(id)),
    }),
  }),
];
