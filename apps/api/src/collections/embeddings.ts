import { Injectable } from '@nestjs/common';
import { PerceptError, PluginHost, type CallInput, type CallOptions } from '@percept/core';
import type { CollectionKind } from './collection.entity';

/** Pixels of the longer side of the copies that are kept. */
const KEPT_SIDE = 384;
const CAPABILITIES: Record<CollectionKind, string> = {
  pictures: 'vision.embed',
  states: 'vision.embed',
  texts: 'text.embed',
};

/** A vector with the model that it comes from. */
export interface Embedded {
  vector: Float32Array;
  model: { name: string; version: string };
  /** A small copy of the picture in Base64. */
  picture?: string;
}

/** Asks the capability that describes what a collection has. */
@Injectable()
export class Embeddings {
  constructor(private readonly host: PluginHost) {}

  /** @throws INVALID_REQUEST for a kind that nothing here describes. */
  check(kind: CollectionKind): void {
    const capability = CAPABILITIES[kind];
    if (!this.host.capabilities.has(capability))
      throw PerceptError.invalid('kind', `'${kind}' needs the capability ${capability}, which this installation does not have.`);
  }

  /**
   * @param keep whether a small copy of the picture is wanted.
   * @throws what the capability throws.
   */
  async embed(kind: CollectionKind, input: CallInput, { keep, ...options }: CallOptions & { keep?: boolean }): Promise<Embedded> {
    this.check(kind);
    const wanted = keep && kind !== 'texts' ? { thumbnail: KEPT_SIDE } : {};
    const call = { ...input, fields: { ...input.fields, ...wanted } };
    const { output } = await this.host.call(CAPABILITIES[kind], call, options);
    const { embedding, model, thumbnail } = output as { embedding: number[]; model: Embedded['model']; thumbnail?: string };
    return { vector: Float32Array.from(embedding), model, ...(thumbnail !== undefined && { picture: thumbnail }) };
  }
}
