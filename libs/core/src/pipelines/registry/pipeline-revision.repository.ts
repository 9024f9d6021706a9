import { type EntityManager, LessThan } from 'typeorm';
import { sql } from '../../durable/database';
import { PipelineRevisionEntity } from './pipeline-revision.entity';

const AT_ONCE = 100;

interface SavedName {
  project_id: string;
  name: string;
}

/** The newest revision of a saved pipeline. If the pipeline was removed, its `source` is null. */
export function newestRevision(manager: EntityManager, { project_id, name }: SavedName): Promise<PipelineRevisionEntity | null> {
  return manager.findOne(PipelineRevisionEntity, { where: { project_id, name }, order: { number: 'DESC' } });
}

export async function insertRevision(manager: EntityManager, row: PipelineRevisionEntity): Promise<void> {
  await manager.insert(PipelineRevisionEntity, row);
}

/** Sets the key that pays for the runs of its triggers from now on. */
export async function updatePayer(
  manager: EntityManager,
  { project_id, name, number }: SavedName & Pick<PipelineRevisionEntity, 'number'>,
  key_id: string | null,
): Promise<void> {
  await manager.update(PipelineRevisionEntity, { project_id, name, number }, { key_id });
}

/** Sorted from the newest to the oldest. */
export function listRevisions(
  manager: EntityManager,
  { project_id, name }: SavedName,
  limit: number,
): Promise<PipelineRevisionEntity[]> {
  return manager.find(PipelineRevisionEntity, { where: { project_id, name }, order: { number: 'DESC' }, take: limit });
}

const NEWEST = 'SELECT project_id, name, MAX(number) AS number FROM pipeline_revisions';

/** The newest revision of each saved pipeline that was not removed, of a project or of all. */
export async function currentRevisions(manager: EntityManager, projectId?: string): Promise<PipelineRevisionEntity[]> {
  const [where, values] = projectId === undefined ? ['', []] : ['WHERE project_id = ?', [projectId]];
  const newest = `(${NEWEST} ${where} GROUP BY project_id, name) AS newest`;
  const text = `SELECT saved.* FROM pipeline_revisions AS saved JOIN ${newest}
    ON saved.project_id = newest.project_id AND saved.name = newest.name AND saved.number = newest.number
    WHERE saved.revision IS NOT NULL`;
  const rows = await sql<PipelineRevisionEntity>(manager, text, values);
  return rows.map((row) => ({ ...row, created_at: Number(row.created_at) }));
}

/** Deletes the revisions with lower numbers. */
export async function deleteRevisionsBefore(
  manager: EntityManager,
  { project_id, name, number }: SavedName & Pick<PipelineRevisionEntity, 'number'>,
): Promise<void> {
  await manager.delete(PipelineRevisionEntity, { project_id, name, number: LessThan(number) });
}

/** Saved pipelines whose newest revision says that they were deleted. */
const DELETED = `SELECT saved.project_id, saved.name FROM pipeline_revisions AS saved
  WHERE saved.revision IS NULL AND NOT EXISTS (SELECT 1 FROM pipeline_revisions AS later
    WHERE later.project_id = saved.project_id AND later.name = saved.name AND later.number > saved.number)`;

/** Pipelines that were deleted before that time, of all projects. */
export function deletedBefore(manager: EntityManager, before: number, limit: number): Promise<SavedName[]> {
  return sql(manager, `${DELETED} AND saved.created_at < ? ORDER BY saved.created_at LIMIT ${limit}`, [before]);
}

/** The deleted pipelines of a project beyond the newest `kept` ones. */
export function deletedBeyond(manager: EntityManager, project_id: string, kept: number): Promise<SavedName[]> {
  const page = `ORDER BY saved.created_at DESC, saved.name LIMIT ${AT_ONCE} OFFSET ${kept}`;
  return sql(manager, `${DELETED} AND saved.project_id = ? ${page}`, [project_id]);
}

/** Deletes a pipeline with all of its revisions. */
export async function deletePipeline(manager: EntityManager, { project_id, name }: SavedName): Promise<void> {
  await manager.delete(PipelineRevisionEntity, { project_id, name });
}
