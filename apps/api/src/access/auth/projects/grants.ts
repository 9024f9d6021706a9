import { ALL_GRANTED, isBelow, type Config, type Store } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { dataRoots } from '../../../platform/config/folders';
import { findProject } from './project.repository';

/** What an operator granted to a project; a deleted project has nothing. */
export async function readGrants(store: Store, projectId: string) {
  const { roots, buckets } = (await findProject(store.reader, projectId)) ?? { roots: [], buckets: [] };
  return { roots, buckets };
}

/**
 * Checks that a project's grants lie inside what the operator opened with settings: an administrator of the API cannot open more.
 * @throws PerceptError INVALID_REQUEST.
 */
export function checkGrants(config: Config, { roots, buckets }: Partial<Awaited<ReturnType<typeof readGrants>>>): void {
  const open = dataRoots(config).map(realPath);
  for (const folder of roots ?? []) {
    if (folder === ALL_GRANTED) continue;
    const real = isAbsolute(folder) ? realPath(folder) : undefined;
    if (real && open.some((root) => !relative(root, real).startsWith('..'))) continue;
    throw PerceptError.invalid('roots', 'must be absolute folders inside those that PERCEPT_DATA_ROOTS opens.');
  }
  for (const bucket of buckets ?? []) {
    if (bucket === ALL_GRANTED || isBelow(`${bucket}/`, config.s3Buckets)) continue;
    throw PerceptError.invalid(
      'buckets',
      'must be buckets that PERCEPT_S3_BUCKETS opens, or folders in them such as photos/acme.',
    );
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
