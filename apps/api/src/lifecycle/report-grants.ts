import { DEFAULT_PROJECT, type Config, type Log, type Store } from '@percept/core';
import { listProjects } from '../projects/project.repository';

/** Warns of projects that nobody granted anything to: before, all of them read every folder and bucket. */
export async function reportGrants(config: Config, store: Store, log: Log): Promise<void> {
  if (!config.PERCEPT_DATA_ROOTS && config.s3Buckets.length === 0) return;
  const all = await listProjects(store.reader);
  const without = all.filter(
    ({ id, roots, buckets, deleted_at }) => id !== DEFAULT_PROJECT && deleted_at === null && roots === null && buckets === null,
  );
  if (without.length === 0) return;
  log.warn(
    { projects: without.map(({ name }) => name) },
    'PERCEPT_DATA_ROOTS and PERCEPT_S3_BUCKETS belong to the first project. These projects read the folder files/<project id> of the data folder, and no bucket. Grant them more: percept projects update NAME --roots FOLDER --buckets BUCKET, or --roots none to keep it so.',
  );
}
