import { scanModels, type ModelPaths } from '@percept/core';
import { basename, dirname } from 'node:path';
import { TRIAL_PROCESS } from '../../models/model-paths';

/** Loads and runs the model of a folder that lies alone. @returns why it cannot be used, if so. */
export async function tryModel(folder: string, paths: ModelPaths): Promise<string | undefined> {
  const { broken } = await scanModels({ ...paths, ownModelsDir: dirname(folder) }, { trialPath: TRIAL_PROCESS });
  return broken.find(({ name }) => name === basename(folder))?.reason;
}
