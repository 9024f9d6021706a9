import { RowRemover, type Removal, type Store, Queue } from '@percept/core';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteAnalysisRows } from './analysis.repository';
import { folderIn } from './uploaded-media';

const ANALYSES = { table: 'analyses', key: ['id'], owner: 'project_id' };

/** Removes the analyses of a project with their uploads. A process that works on a removed analysis stops when it notices. */
export async function* removeProjectAnalyses(
  store: Store,
  dataDir: string,
  { projectId, batch }: { projectId: string; batch: number },
): Removal {
  const isOwner = (owner: string): boolean => owner === projectId;
  yield* new RowRemover(store).whereOwner({ ...ANALYSES, isOwner, batch }, async ({ manager }, ids) => {
    for (const id of ids) await rm(join(folderIn(dataDir), id), { force: true });
    await Queue.removeJobs(manager, ['analyses'], ids);
    await deleteAnalysisRows(manager, ids);
  });
}
