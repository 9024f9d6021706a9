import type { Tables } from '../store';
import { JobOrder1763700000011 } from './job-order.migration';
import { JobTable1763700000010 } from './job-table.migration';
import { JobRow } from './job.entity';

export const queueTables: Tables = { entities: [JobRow], migrations: [JobTable1763700000010, JobOrder1763700000011] };
