import { Injectable } from '@nestjs/common';
import { describeNetwork, isForPlugin, ModelWatcher } from '@percept/core';
import { PerceptError, suggest } from '@percept/sdk';
import { existsSync } from 'node:fs';

type FoundModel = ReturnType<ModelWatcher['of']>['models'][number];
type Ports = NonNullable<Awaited<ReturnType<typeof describeNetwork>>>;

/** A model as the protocol describes it. */
export interface ModelMetadata {
  name: string;
  versions: string[];
  platform: string;
  inputs: Ports['inputs'];
  outputs: Ports['outputs'];
}

/** A model as a request names it. */
export interface NamedModel {
  /** The caller's project. */
  project: string;
  name: string;
  /** If given, it must be the model's only version. */
  version?: string;
}

/** The models whose networks take raw tensors. */
@Injectable()
export class KserveModels {
  constructor(private readonly live: ModelWatcher) {}

  /**
   * @throws NOT_FOUND; INVALID_REQUEST for a model that is not a network.
   */
  check({ project, name, version }: NamedModel): { model: FoundModel; isReady: boolean } {
    const { models, broken } = this.live.of(project);
    const model = models.find((each) => each.name === name);
    if (!model) {
      const reason = broken.find((each) => each.name === name)?.reason;
      if (reason !== undefined) throw new PerceptError('CONFLICT', `The model '${name}' is broken: ${reason}`);
      const names = models.map((each) => each.name);
      throw new PerceptError('NOT_FOUND', `There is no model '${name.slice(0, 60)}'.${suggest(name, names)}`);
    }
    const { manifest, file } = model;
    if (version !== undefined && version !== manifest.version)
      throw new PerceptError(
        'NOT_FOUND',
        `The model '${name}' has the version ${manifest.version}, not '${version.slice(0, 40)}'.`,
      );
    if (!file.endsWith('.onnx') || isForPlugin(manifest))
      throw new PerceptError('INVALID_REQUEST', `The model '${name}' is not a network that takes tensors: call its capability.`);
    return { model, isReady: existsSync(file) };
  }

  /** Finds a model that can run. @throws what `check` throws; CONFLICT if the model is not prepared. */
  checkReady(named: NamedModel): FoundModel {
    const { model, isReady } = this.check(named);
    if (isReady) return model;
    throw new PerceptError('CONFLICT', `The model '${named.name}' is not prepared: run 'percept models prepare'.`);
  }

  /** @throws what `checkReady` throws. */
  async metadata(named: NamedModel): Promise<ModelMetadata> {
    const model = this.checkReady(named);
    const { name } = model;
    const { inputs = [], outputs = [] } = (await describeNetwork(model)) ?? {};
    return { name, versions: [model.manifest.version], platform: 'onnxruntime_onnx', inputs, outputs };
  }
}
