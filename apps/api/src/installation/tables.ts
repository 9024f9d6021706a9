import type { Tables } from '@percept/core';
import { Installation } from './installation.entity';
import { Installation1763700000240 } from './installation.migration';

export const installationTables: Tables = { entities: [Installation], migrations: [Installation1763700000240] };
