import { RunAccounts1763700000125 } from './migrations/run-accounts.migration';
import type { Tables } from '../../durable/database';
import { CachedResultEntity } from './calls/cached-result.entity';
import { PipelineRevisionEntity } from '../registry';
import { RunAdditions1763700000060 } from './migrations/run-additions.migration';
import { RunItemEntity } from './entities/run-item.entity';
import { RunStepEntity } from './entities/run-step.entity';
import { RunTables1763700000030 } from './migrations/run-tables.migration';
import { RunEntity } from './entities/run.entity';

export const pipelineTables: Tables = {
  entities: [RunEntity, RunStepEntity, RunItemEntity, CachedResultEntity, PipelineRevisionEntity],
  migrations: [RunTables1763700000030, RunAdditions1763700000060, RunAccounts1763700000125],
};
