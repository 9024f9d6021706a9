import { describeSandbox, findFfmpeg, type Log, DEFAULT_PROJECT, type Config, type Store } from '@percept/core';
import { listProjects } from '../../access/auth/projects/project.repository';

/**
 * Logs which ffmpeg decodes videos, and in which sandbox. Warns of an ffmpeg without security updates, and of a missing one. Never
 * rejects.
 */
export async function reportFfmpeg(settings: Parameters<typeof findFfmpeg>[0], log: Log): Promise<void> {
  try {
    const { ffmpeg, version, year, source, rejected, sandbox } = await findFfmpeg(settings);
    const facts = { ffmpeg, version, year, source, ...(rejected.length > 0 && { rejected }) };
    log.info(`Child processes (ffmpeg, models of projects) run ${await describeSandbox(sandbox)}.`);
    if (source !== 'npm') return log.info(facts, 'This ffmpeg decodes videos.');
    const age = year === undefined ? '' : ` of ${year}`;
    log.warn(
      facts,
      `An ffmpeg${age} that npm installed decodes videos. It gets no security updates: install ffmpeg on this machine (for example: apt install ffmpeg) before strangers may send videos.`,
    );
  } catch (error) {
    log.error({ reason: (error as Error).message }, 'Videos cannot be decoded, and are answered with 500. The rest works.');
  }
}

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
