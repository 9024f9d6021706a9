import type { Tables } from '@percept/core';
import { Installation } from './installation.entity';
import { InstallationBaseline1764000000150 } from './installation.migration';

export const installationTables: Tables = { entities: [Installation], migrations: [InstallationBaseline1764000000150] };
