import type { Tables } from '../database';
import { JobEntity } from './job.entity';
import { QueueBaseline1764100000010 } from './queue.migration';

export const queueTables: Tables = { entities: [JobEntity], migrations: [QueueBaseline1764100000010] };
