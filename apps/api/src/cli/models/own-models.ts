import { chooseDefault, listModels, ModelCatalogue, type Config, type ModelEntry } from '@percept/core';
import { suggest } from '@percept/sdk';
import { standardVariables } from '../../platform/config/environment';
import { modelPaths, TRIAL_PROCESS } from '../../inference/models/model-paths';
import { withHost } from '../../inference/plugins/command-host';
import { CommandError } from '../output/command-error';
import type { CatalogueRow, ImageCaller, ModelStore, PullCommandOptions } from './model-store';

/** The models of this machine: Percept's own and those of the models folder. */
export class OwnModels implements ModelStore {
  constructor(private readonly config: Config) {}

  list(): Promise<ModelEntry[]> {
    return listModels(modelPaths(this.config), { trialPath: TRIAL_PROCESS });
  }

  async catalogue(): Promise<CatalogueRow[]> {
    return this.readCatalogue().rows.map(({ weightBytes: _, ...row }) => row);
  }

  async pull(name: string, options: PullCommandOptions): Promise<string> {
    const mirror = this.config.PERCEPT_MODELS_MIRROR || undefined;
    const from = { mirror, environment: standardVariables() };
    return this.readCatalogue().pull(name, this.config.ownModelsDir, { ...options, ...from });
  }

  async use(name: string): Promise<ModelEntry> {
    const models = await this.list();
    const found = models.find((model) => model.name === name);
    if (found?.reason) throw new CommandError(found.reason, 2);
    if (!found?.task) {
      const names = models.filter(({ state }) => state !== 'broken').map((model) => model.name);
      const why = `There is no model '${name}'.${suggest(name, names)}`;
      throw new CommandError(`${why} See 'percept models list', and 'percept models pull' for more.`, 2);
    }
    await chooseDefault(this.config.ownModelsDir, found.task, name);
    return (await this.list()).find((model) => model.name === name)!;
  }

  withCalls<T>(work: (call: ImageCaller) => Promise<T>): Promise<T> {
    return withHost((host) =>
      work(async (capability, fields, image) => {
        const input = { fields: { ...fields, image }, allowPaths: true };
        return (await host.call(capability, input, { patient: true })).output;
      }),
    );
  }

  configured(task: string): string | undefined {
    return this.config.defaultModels[task];
  }

  private readCatalogue(): ModelCatalogue {
    return ModelCatalogue.read(modelPaths(this.config));
  }
}
