import { listModels } from '@percept/core';
import { basename, dirname } from 'node:path';
import { TRIAL_PROCESS, type modelPaths } from '../../inference/models/model-paths';

/** Loads and runs the model of a single folder, which no other process uses. @returns why the model cannot be used, if so. */
export async function tryModel(folder: string, paths: ReturnType<typeof modelPaths>): Promise<string | undefined> {
  const models = await listModels({ ...paths, ownModelsDir: dirname(folder) }, { trialPath: TRIAL_PROCESS, inPlace: true });
  return models.find(({ name }) => name === basename(folder))?.reason ?? undefined;
}
