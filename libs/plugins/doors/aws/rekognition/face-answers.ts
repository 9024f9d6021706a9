import type { FaceMatch, NewFace, StoredFace } from '@percept/sdk/doors';
import { invalid } from '../aws-input';
import { awsPercent, toBox, type RekognitionSize } from './rekognition-answers';
import type { BoundingBox } from '@percept/sdk/models';

/** Our threshold for `unknown` corresponds to Rekognition's default threshold of 80 %. */
const SURE = { cosine: 0.7, percent: 80 };
const ENTRY = /^ent_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
const FACE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Measured {
  confidence: number;
  bounding_box: BoundingBox;
  embedding: number[];
}

/** The part of a `vision.recognize` answer that describes faces. */
export interface Measurement {
  faces: Measured[];
  model: NewFace['model'];
  image_properties: RekognitionSize;
}

/** Converts a cosine to a similarity in percent. */
export function toSimilarity(cosine: number): number {
  const { cosine: sure, percent: most } = SURE;
  const value = cosine < sure ? (Math.max(0, cosine) / sure) * most : most + ((cosine - sure) / (1 - sure)) * (100 - most);
  return Number(Math.min(100, value).toFixed(4));
}

/** Converts a similarity in percent to a cosine. */
export function toCosine(similarity: number): number {
  const { cosine: sure, percent: most } = SURE;
  return similarity < most ? (similarity / most) * sure : sure + ((similarity - most) / (100 - most)) * (1 - sure);
}

/** Rekognition's ids are UUIDs. */
export const toFaceId = (entry: string): string => entry.replace(ENTRY, '$1-$2-$3-$4-$5');

/** The id of an entry; null for anything but a FaceId. */
export const toEntryId = (value: unknown): string | null =>
  typeof value === 'string' && FACE_ID.test(value) ? `ent_${value.replaceAll('-', '')}` : null;

/** @throws AwsError. */
export function entryFrom(value: unknown, name: string): string {
  const entry = toEntryId(value);
  if (entry !== null) return entry;
  throw invalid(name, 'must be a FaceId, such as one that IndexFaces answers.');
}

/** Where a face was in its picture; empty for an entry that was added in another way. */
interface Origin {
  image_id?: string;
  bounding_box?: object;
  confidence?: number;
}

export function toOrigin(
  { bounding_box, confidence }: Measured,
  size: RekognitionSize,
  image_id: string,
): Record<string, unknown> {
  return { image_id, bounding_box: toBox(bounding_box, size), confidence: awsPercent(confidence) };
}

export function toRekognitionFace({ id, label, metadata }: StoredFace, model: string | null): object {
  const { image_id, bounding_box, confidence } = metadata as Origin;
  return {
    FaceId: toFaceId(id),
    ...(bounding_box && { BoundingBox: bounding_box }),
    ...(image_id && { ImageId: image_id }),
    ...(label !== null && { ExternalImageId: label }),
    ...(confidence !== undefined && { Confidence: confidence }),
    ...(model && { IndexFacesModelVersion: model }),
  };
}

export const toMatch = (match: FaceMatch, model: string | null): object => ({
  Similarity: toSimilarity(match.similarity),
  Face: toRekognitionFace(match, model),
});

export const toDetail = ({ bounding_box, confidence }: Measured, size: RekognitionSize): object => ({
  BoundingBox: toBox(bounding_box, size),
  Confidence: awsPercent(confidence),
});

export const measureFaceArea = ({ bounding_box: { width, height } }: Measured): number => width * height;

export const cosineSimilarity = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + value * other[index]!, 0);
