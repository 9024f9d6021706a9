import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { PipelineRevisionEntity } from './pipeline-revision.entity';

/** The newest revision of a saved pipeline. If the pipeline was removed, its `source` is null. */
export function newestRevision(manager: EntityManager, name: string): Promise<PipelineRevisionEntity | null> {
  return manager.findOne(PipelineRevisionEntity, { where: { name }, order: { number: 'DESC' } });
}

export async function insertRevision(manager: EntityManager, row: PipelineRevisionEntity): Promise<void> {
  await manager.insert(PipelineRevisionEntity, row);
}

/** The newest first. */
export function listRevisions(manager: EntityManager, name: string, limit: number): Promise<PipelineRevisionEntity[]> {
  return manager.find(PipelineRevisionEntity, { where: { name }, order: { number: 'DESC' }, take: limit });
}

/** The newest revision of each saved pipeline that was not removed. */
export async function currentRevisions(manager: EntityManager): Promise<PipelineRevisionEntity[]> {
  const query = manager.createQueryBuilder(PipelineRevisionEntity, 'saved').select('saved.name', 'name').groupBy('saved.name');
  const names = (await query.getRawMany<{ name: string }>()).map(({ name }) => name);
  const rows = await manager.findBy(PipelineRevisionEntity, { name: In(names), revision: Not(IsNull()) });
  const newest = await Promise.all(names.map((name) => newestRevision(manager, name)));
  return rows.filter((row) => newest.some((each) => each?.name === row.name && each.number === row.number));
}
