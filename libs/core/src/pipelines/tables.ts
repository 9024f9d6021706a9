import { RunAccounts1763700000125 } from './run-accounts.migration';
import type { Tables } from '../store';
import { RunItemRow } from './run-item.entity';
import { RunStepRow } from './run-step.entity';
import { RunTables1763700000030 } from './run-tables.migration';
import { RunRow } from './run.entity';

export const pipelineTables: Tables = {
  entities: [RunRow, RunStepRow, RunItemRow],
  migrations: [RunTables1763700000030, RunAccounts1763700000125],
};
