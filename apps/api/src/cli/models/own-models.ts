import {
  catalogueModel,
  chooseDefault,
  type Config,
  listModels,
  type ModelEntry,
  pullBytes,
  pullModel,
  readCatalogue,
  scanModels,
  suggest,
} from '@percept/core';
import { standardVariables } from '../../config/environment';
import { modelPaths, TRIAL_PROCESS } from '../../models/model-paths';
import { withHost } from '../../plugins/command-host';
import { CommandError } from '../output/command-error';
import type { CatalogueRow, ImageCall, ModelStore, PullOptions } from './model-store';

/** The models of this machine: those that come with Percept, and those of the models folder. */
export class OwnModels implements ModelStore {
  constructor(private readonly config: Config) {}

  async list(): Promise<ModelEntry[]> {
    return listModels(await this.scan());
  }

  async catalogue(): Promise<CatalogueRow[]> {
    return this.readCatalogue().map((model) => {
      const { task, licence } = model.manifest;
      const { name, summary, measured } = model;
      return { name, summary, measured, task, licence, bytes: pullBytes(model) };
    });
  }

  async pull(name: string, options: PullOptions): Promise<string> {
    const mirror = this.config.PERCEPT_MODELS_MIRROR || undefined;
    const from = { mirror, environment: standardVariables() };
    return pullModel(catalogueModel(this.readCatalogue(), name), this.config.ownModelsDir, { ...options, ...from });
  }

  async use(name: string): Promise<ModelEntry> {
    const registry = await this.scan();
    const found = registry.models.find((model) => model.name === name);
    if (!found) {
      const broken = registry.broken.find((model) => model.name === name)?.reason;
      const near = suggest(
        name,
        registry.models.map((model) => model.name),
      );
      const why = `There is no model '${name}'.${near} See 'percept models list', and 'percept models pull' for more.`;
      throw new CommandError(broken ?? why, 2);
    }
    await chooseDefault(this.config.ownModelsDir, found.manifest.task, name);
    return (await this.list()).find((model) => model.name === name)!;
  }

  withCalls<T>(work: (call: ImageCall) => Promise<T>): Promise<T> {
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

  private scan(): ReturnType<typeof scanModels> {
    return scanModels(modelPaths(this.config), { trialPath: TRIAL_PROCESS });
  }

  private readCatalogue(): ReturnType<typeof readCatalogue> {
    return readCatalogue(modelPaths(this.config).modelsDir, this.config.ownModelsDir);
  }
}
