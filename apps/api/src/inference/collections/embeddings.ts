import { Injectable } from '@nestjs/common';
import { PluginHost, type CallInput, type CallOptions } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { BoundingBox } from '@percept/sdk/models';
import type { CollectionKind } from './collection.entity';

/** Pixels of the longer side of stored copies. */
const KEPT_SIDE = 384;
/** As above, for collections of states, whose models may look at one region of the pictures. */
const KEPT_SIDE_OF_STATES = 1024;
/** The least pixels of a face's shorter side: a smaller face is too small for a vector. */
const MIN_FACE = 30;
/** If a second face has at least this share of the largest face's area, nobody can say whose name it is. */
const RIVAL = 0.4;
const CAPABILITIES: Record<CollectionKind, string> = {
  pictures: 'vision.embed',
  states: 'vision.embed',
  texts: 'text.embed',
  faces: 'vision.recognize',
};

/** A vector and the model that made it. */
export interface Embedded {
  vector: Float32Array;
  model: { name: string; version: string };
  /** A small copy of the picture in Base64. */
  picture?: string;
}

/** A face of an image. */
interface EmbeddedFace extends Embedded {
  confidence: number;
  bounding_box: BoundingBox;
}

type Options = CallOptions & { /** Whether a small copy of the picture is wanted. */ keep?: boolean };

/** Asks the capability that describes entries of a collection's kind. */
@Injectable()
export class Embeddings {
  constructor(private readonly host: PluginHost) {}

  /**
   * @throws INVALID_REQUEST for a kind that no capability here describes; FORBIDDEN for one that the operator has not switched on.
   */
  check(kind: CollectionKind): void {
    const needed = CAPABILITIES[kind];
    if (this.host.capabilities.has(needed)) return void this.host.find(needed);
    throw PerceptError.invalid('kind', `'${kind}' needs the capability ${needed}, which this installation does not have.`);
  }

  /** @throws what the capability throws; INVALID_REQUEST for a picture with no face, or several. */
  async embed(kind: CollectionKind, input: CallInput, options: Options): Promise<Embedded> {
    this.check(kind);
    if (kind === 'faces') return theOne(await this.faces(input, options));
    const { keep, ...rest } = options;
    const wanted = keep && kind !== 'texts' ? { thumbnail: kind === 'states' ? KEPT_SIDE_OF_STATES : KEPT_SIDE } : {};
    const call = { ...input, fields: { ...input.fields, ...wanted } };
    const { output } = await this.host.call(CAPABILITIES[kind], call, rest);
    const { embedding, model, thumbnail } = output as { embedding: number[]; model: Embedded['model']; thumbnail?: string };
    return { vector: Float32Array.from(embedding), model, ...(thumbnail !== undefined && { picture: thumbnail }) };
  }

  /** All faces of an image, the largest first. @throws what the capability throws. */
  async faces(input: CallInput, { keep, ...options }: Options): Promise<EmbeddedFace[]> {
    this.check('faces');
    const wanted = { names: false, embeddings: true, ...(keep && { thumbnail: KEPT_SIDE }) };
    const { output } = await this.host.call(CAPABILITIES.faces, { ...input, fields: { ...input.fields, ...wanted } }, options);
    const { faces, model } = output as { faces: AnsweredFace[]; model: Embedded['model'] };
    return faces
      .map(({ embedding, thumbnail, confidence, bounding_box }) => ({
        ...{ vector: Float32Array.from(embedding), model, confidence, bounding_box },
        ...(thumbnail !== undefined && { picture: thumbnail }),
      }))
      .sort((one, other) => areaOf(other) - areaOf(one));
  }
}

interface AnsweredFace extends Pick<EmbeddedFace, 'confidence' | 'bounding_box'> {
  embedding: number[];
  thumbnail?: string;
}

/** The face whose name is meant, which must be beyond doubt. @throws INVALID_REQUEST. */
function theOne([largest, second]: EmbeddedFace[]): EmbeddedFace {
  if (!largest)
    throw PerceptError.invalid('image', 'shows no face that is clear enough: send one from the front, in good light.');
  const { width, height } = largest.bounding_box;
  if (Math.min(width, height) < MIN_FACE)
    throw PerceptError.invalid(
      'image',
      `shows a face of ${width} × ${height} pixels, and ${MIN_FACE} are needed: send a larger one.`,
    );
  if (second && areaOf(second) >= RIVAL * areaOf(largest))
    throw PerceptError.invalid('image', 'shows several faces of about the same size: send a picture of one person alone.');
  return largest;
}

const areaOf = ({ bounding_box: { width, height } }: EmbeddedFace): number => width * height;
