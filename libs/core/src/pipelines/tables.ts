import { RunAccounts1763700000125 } from './run-accounts.migration';
import type { Tables } from '../store';
import { CachedResultRow } from './cached-result.entity';
import { PipelineRevisionRow } from './pipeline-revision.entity';
import { RunAdditions1763700000060 } from './run-additions.migration';
import { RunItemRow } from './run-item.entity';
import { RunStepRow } from './run-step.entity';
import { RunTables1763700000030 } from './run-tables.migration';
import { RunRow } from './run.entity';

export const pipelineTables: Tables = {
  entities: [RunRow, RunStepRow, RunItemRow, CachedResultRow, PipelineRevisionRow],
  migrations: [RunTables1763700000030, RunAdditions1763700000060, RunAccounts1763700000125],
};
