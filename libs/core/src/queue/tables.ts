import type { Tables } from '../store';
import { JobOrder1763700000011 } from './job-order.migration';
import { JobPlaces1763700000200 } from './job-places.migration';
import { JobTable1763700000010 } from './job-table.migration';
import { JobTime1763700000190 } from './job-time.migration';
import { JobTurns1763700000012 } from './job-turns.migration';
import { JobRow } from './job.entity';

export const queueTables: Tables = {
  entities: [JobRow],
  migrations: [JobTable1763700000010, JobOrder1763700000011, JobTurns1763700000012, JobTime1763700000190, JobPlaces1763700000200],
};
