import type { Tables } from '../database';
import { JobOrder1763700000011 } from './migrations/job-order.migration';
import { JobPlaces1763700000200 } from './migrations/job-places.migration';
import { JobTable1763700000010 } from './migrations/job-table.migration';
import { JobTime1763700000190 } from './migrations/job-time.migration';
import { JobTurns1763700000012 } from './migrations/job-turns.migration';
import { JobEntity } from './job.entity';

export const queueTables: Tables = {
  entities: [JobEntity],
  migrations: [JobTable1763700000010, JobOrder1763700000011, JobTurns1763700000012, JobTime1763700000190, JobPlaces1763700000200],
};
