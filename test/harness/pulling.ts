import { modelPluginModules } from '@percept/plugins';
import { ModelCatalogue } from '../../libs/core/src/inference/models/registry/pull';
import type { CatalogueModel } from '../../libs/core/src/inference/models/registry/pull/catalogue-file';
import { pullModel as pull, type PullOptions } from '../../libs/core/src/inference/models/registry/pull/pull';
import { weightSources } from '../../libs/core/src/inference/models/registry/pull/sources';

export type { CatalogueFile, CatalogueModel } from '../../libs/core/src/inference/models/registry/pull/catalogue-file';

const extensions = modelPluginModules().filter((module) => module.endsWith('weights'));

/** Pulls a model from the sources that come with Percept. */
export const pullModel = (model: CatalogueModel, ownModelsDir: string, options: PullOptions = {}): Promise<string> =>
  pull(model, ownModelsDir, { ...options, sources: weightSources(extensions) });

/** Reads the catalogues of two folders, with the sources that come with Percept. */
export const readCatalogue = (modelsDir: string, ownModelsDir?: string): ModelCatalogue =>
  ModelCatalogue.read({ modelsDir, ownModelsDir, extensions });
