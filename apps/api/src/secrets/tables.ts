import type { Tables } from '@percept/core';
import { ProjectSecretEntity } from './project-secret.entity';
import { SecretsBaseline1764100000170 } from './secrets.migration';

export const secretTables: Tables = { entities: [ProjectSecretEntity], migrations: [SecretsBaseline1764100000170] };
