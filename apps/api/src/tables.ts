import { webhookTables } from '@percept/webhooks';
import { AuditEntryEntity } from './access/audit/audit-entry.entity';
import { analysisTables } from './inference/analyses/analyses';
import { idempotencyTables } from './request/idempotency/idempotency';
import { ProjectEntity } from './access/auth/projects/project.entity';
import { uploadTables } from './inference/uploads/uploads';
import type { Tables } from '@percept/core';
import { InstallationEntity } from './platform/installation/installation.entity';
import { InstallationBaseline1764100000150 } from './platform/installation/installation.migration';
import { ProjectSecretEntity } from './access/secrets/project-secret.entity';
import { SecretsBaseline1764100000170 } from './access/secrets/secrets.migration';
import { UsageCountEntity } from './metering/usage/usage-count.entity';
import { KeyCounterEntity } from './metering/quota/key-counter.entity';
import { LimitsBaseline1764100000120 } from './metering/quota/quota.migration';
import { RequestLogEntity } from './metering/logs/request-log.entity';
import { RequestBodies1764100000550, RequestLog1764100000170 } from './metering/logs/request-log.migration';
import { AccessBaseline1764100000112, ProjectGrants1764100000248 } from './access/auth/auth.migration';
import { AdministratorEntity, SessionEntity, SignInLinkEntity } from './access/auth/sessions/administrator.entity';
import { ApiKeyEntity } from './access/auth/keys/api-key.entity';
import { CollectionEntity } from './inference/collections/collection.entity';
import { Collections1764100000201 } from './inference/collections/collections.migration';
import { EntryEntity } from './inference/collections/entry.entity';

export const collectionTables: Tables = {
  entities: [CollectionEntity, EntryEntity],
  migrations: [Collections1764100000201],
};

export const authTables: Tables = {
  entities: [ApiKeyEntity, AdministratorEntity, SignInLinkEntity, SessionEntity],
  migrations: [AccessBaseline1764100000112, ProjectGrants1764100000248],
};

export const quotaTables: Tables = { entities: [KeyCounterEntity, UsageCountEntity], migrations: [LimitsBaseline1764100000120] };

export const installationTables: Tables = { entities: [InstallationEntity], migrations: [InstallationBaseline1764100000150] };

/** All tables of the service besides those of the core. */
export const tables = [
  webhookTables,
  authTables,
  // The first migration of access makes these tables, too.
  { entities: [ProjectEntity, AuditEntryEntity], migrations: [] },
  quotaTables,
  idempotencyTables,
  analysisTables,
  installationTables,
  { entities: [RequestLogEntity], migrations: [RequestLog1764100000170, RequestBodies1764100000550] },
  { entities: [ProjectSecretEntity], migrations: [SecretsBaseline1764100000170] },
  uploadTables,
  collectionTables,
];
