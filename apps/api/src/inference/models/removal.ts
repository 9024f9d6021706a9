import { projectModelsDir, type Removal } from '@percept/core';
import { readdir, rm } from 'node:fs/promises';

/** Removes the models of a project and yields how many it removed. Processes that have loaded them notice. */
export async function* removeProjectModels(modelsDir: string, projectId: string): Removal {
  const folder = projectModelsDir(modelsDir, projectId);
  const models = await readdir(folder).catch((): string[] => []);
  await rm(folder, { recursive: true, force: true });
  yield models.length;
}
