import type { Tables } from '../store';
import { JobTable1763700000010 } from './job-table.migration';
import { JobRow } from './job.entity';

export const queueTables: Tables = { entities: [JobRow], migrations: [JobTable1763700000010] };
