import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { PipelineRevisionEntity } from './pipeline-revision.entity';

/** A saved pipeline. */
export interface SavedName {
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

/** The key that pays for the runs of its triggers from now on. */
export async function updatePayer(
  manager: EntityManager,
  { project_id, name, number }: SavedName & Pick<PipelineRevisionEntity, 'number'>,
  key_id: string | null,
): Promise<void> {
  await manager.update(PipelineRevisionEntity, { project_id, name, number }, { key_id });
}

/** The newest first. */
export function listRevisions(
  manager: EntityManager,
  { project_id, name }: SavedName,
  limit: number,
): Promise<PipelineRevisionEntity[]> {
  return manager.find(PipelineRevisionEntity, { where: { project_id, name }, order: { number: 'DESC' }, take: limit });
}

/** The newest revision of each saved pipeline that was not removed, of a project or of all. */
export async function currentRevisions(manager: EntityManager, projectId?: string): Promise<PipelineRevisionEntity[]> {
  const query = manager
    .createQueryBuilder(PipelineRevisionEntity, 'saved')
    .select('saved.project_id', 'project_id')
    .addSelect('saved.name', 'name')
    .groupBy('saved.project_id, saved.name');
  if (projectId !== undefined) query.where('saved.project_id = :projectId', { projectId });
  const saved = await query.getRawMany<SavedName>();
  const names = saved.map(({ name }) => name);
  const rows = await manager.findBy(PipelineRevisionEntity, { name: In(names), revision: Not(IsNull()) });
  const newest = await Promise.all(saved.map((each) => newestRevision(manager, each)));
  return rows.filter((row) => newest.some((each) => each && isSame(each, row) && each.number === row.number));
}

const isSame = (a: SavedName, b: SavedName): boolean => a.project_id === b.project_id && a.name === b.name;
