import { PerceptError } from '@percept/sdk';
import type { Json } from '@percept/sdk/doors';
import { enumAt, listAt, googleObject } from './google-json';

/** The features with their numbers in `Feature.Type`. */
const FEATURES = {
  FACE_DETECTION: 1,
  LANDMARK_DETECTION: 2,
  LOGO_DETECTION: 3,
  LABEL_DETECTION: 4,
  TEXT_DETECTION: 5,
  SAFE_SEARCH_DETECTION: 6,
  IMAGE_PROPERTIES: 7,
  CROP_HINTS: 9,
  WEB_DETECTION: 10,
  DOCUMENT_TEXT_DETECTION: 11,
  PRODUCT_SEARCH: 12,
  OBJECT_LOCALIZATION: 19,
} as const;
export type VisionFeature = keyof typeof FEATURES;

/** Google's limit: a larger batch is refused as a whole. */
const MAX_REQUESTS = 16;
const DEFAULT_RESULTS = 10;

/** One image of a batch. */
export interface AnnotateRequest {
  /** The image as a parameter of our own routes. */
  image: { image_data: string } | { image_url: string };
  /** The features in the requested order, each with its maximum number of results. */
  features: Map<VisionFeature, number>;
}

/**
 * The images of a batch. A faulty image becomes an error in its place, because the others are still answered.
 * @throws PerceptError INVALID_REQUEST if the batch is faulty as a whole.
 */
export function readRequests(body: Json): (AnnotateRequest | PerceptError)[] {
  const requests = listAt(body.requests, 'requests');
  if (requests.length === 0) throw PerceptError.invalid('requests', 'must not be empty.');
  if (requests.length > MAX_REQUESTS)
    throw PerceptError.invalid('requests', `has ${requests.length} images; at most ${MAX_REQUESTS} are answered in one call.`);
  return requests.map((each, index) => {
    const field = `requests[${index}]`;
    const request = googleObject(each, field);
    const features = readFeatures(request.features, `${field}.features`);
    try {
      return { image: readImage(request.image, `${field}.image`), features };
    } catch (error) {
      return error as PerceptError;
    }
  });
}

function readFeatures(value: unknown, field: string): Map<VisionFeature, number> {
  const features = listAt(value, field).map((each, index): [VisionFeature, number] => {
    const { type, maxResults } = googleObject(each, `${field}[${index}]`);
    return [enumAt(type, `${field}[${index}].type`, FEATURES), maxResultsOf(maxResults, `${field}[${index}].maxResults`)];
  });
  if (features.length === 0) throw PerceptError.invalid(field, 'must not be empty.');
  return new Map(features);
}

function maxResultsOf(value: unknown, field: string): number {
  if (value === undefined || value === null || value === 0) return DEFAULT_RESULTS;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw PerceptError.invalid(field, 'must be a whole number above zero.');
}

function readImage(value: unknown, field: string): AnnotateRequest['image'] {
  const { content, source } = googleObject(value ?? {}, field);
  if (typeof content === 'string' && content !== '') return { image_data: content };
  const { imageUri, gcsImageUri } = googleObject(source ?? {}, `${field}.source`);
  const uri = imageUri ?? gcsImageUri;
  if (typeof uri !== 'string' || uri === '')
    throw PerceptError.invalid(field, "needs 'content' with Base64 data, or 'source.imageUri'.");
  if (uri.startsWith('gs://'))
    throw PerceptError.invalid(
      `${field}.source`,
      'is in Google Cloud Storage, which Percept cannot read: send content or an https address.',
    );
  return { image_url: uri };
}
