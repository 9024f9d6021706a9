import { Injectable } from '@nestjs/common';
import { describeNetwork, ModelWatcher, PerceptError, suggest, type NetworkPort } from '@percept/core';
import { existsSync } from 'node:fs';

/** A model as the protocol describes it. */
export interface ModelMetadata {
  name: string;
  versions: string[];
  platform: string;
  inputs: NetworkPort[];
  outputs: NetworkPort[];
}

/** The models whose networks take raw tensors. */
@Injectable()
export class KserveModels {
  constructor(private readonly live: ModelWatcher) {}

  /**
   * @param version the only one of the model, if it is given.
   * @throws NOT_FOUND; INVALID_REQUEST for a model that is not a network.
   */
  check(name: string, version?: string): { version: string; isReady: boolean } {
    const { models, broken } = this.live.current;
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
    if (!file.endsWith('.onnx'))
      throw new PerceptError('INVALID_REQUEST', `The model '${name}' is not a network that takes tensors: call its capability.`);
    return { version: manifest.version, isReady: existsSync(file) };
  }

  /** The same, of a model that can run. @throws CONFLICT too. */
  checkReady(name: string, version?: string): void {
    if (this.check(name, version).isReady) return;
    throw new PerceptError('CONFLICT', `The model '${name}' is not prepared: run 'percept models prepare'.`);
  }

  /** @throws what `checkReady` throws. */
  async metadata(name: string, version?: string): Promise<ModelMetadata> {
    this.checkReady(name, version);
    const model = this.live.current.models.find((each) => each.name === name)!;
    const { inputs = [], outputs = [] } = (await describeNetwork(model)) ?? {};
    return { name, versions: [model.manifest.version], platform: 'onnxruntime_onnx', inputs, outputs };
  }
}
