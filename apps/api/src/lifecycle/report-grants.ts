import { DEFAULT_PROJECT, type Config, type Log, type Store } from '@percept/core';
import { listProjects } from '../auth/projects/project.repository';

/** Logs which projects have no grants: in earlier versions all projects could read every folder and bucket. */
export async function reportGrants(config: Config, store: Store, log: Log): Promise<void> {
  const all = await listProjects(store.reader);
  const without = all.filter(
    ({ id, roots, buckets, deleted_at }) => id !== DEFAULT_PROJECT && deleted_at === null && roots === null && buckets === null,
  );
  if (without.length === 0) return;
  const level = config.PERCEPT_DATA_ROOTS || config.s3Buckets.length > 0 ? 'warn' : 'info';
  log[level](
    { projects: without.map(({ name }) => name) },
    'The folders and buckets of the service belong to the first project. These projects read the folder files/<project id> of the data folder, and no bucket. Grant them more: percept projects update NAME --roots FOLDER --buckets BUCKET, or --roots none to keep it so.',
  );
}
