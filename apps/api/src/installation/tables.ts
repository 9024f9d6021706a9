import type { Tables } from '@percept/core';
import { InstallationEntity } from './installation.entity';
import { InstallationBaseline1764100000150 } from './installation.migration';

export const installationTables: Tables = { entities: [InstallationEntity], migrations: [InstallationBaseline1764100000150] };
