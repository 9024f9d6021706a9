import { PerceptError } from '@percept/sdk';
import { randomUUID } from 'node:crypto';
import type { FaceQuery, Json } from '@percept/sdk/doors';
import { AwsError } from '../aws-error';
import { invalid, numberAt, textAt, textsAt } from '../aws-input';
import type { AwsCall, AwsOperation } from '../aws-service';
import {
  measureFaceArea,
  cosineSimilarity,
  entryFrom,
  toEntryId,
  toOrigin,
  toCosine,
  toDetail,
  toFaceId,
  toMatch,
  toRekognitionFace,
  toSimilarity,
  type Measured,
  type Measurement,
} from './face-answers';
import { readAwsPicture } from './picture';

const TOO_LARGE = 'ImageTooLargeException';
/** Faces or collections that one call names. */
const MAX_NAMED = 4096;
const MAX_FACES = 2 ** 31 - 1;
const THRESHOLD = 80;
/** Rekognition's names, but for those that a path would not take. */
const COLLECTION_ID = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,99}$/;

const collectionOf = ({ input }: AwsCall): string => textAt(input.CollectionId, 'CollectionId');

async function measure(exchange: AwsCall, name = 'Image'): Promise<Measurement> {
  const picture = await readAwsPicture(exchange, { name, tooLarge: TOO_LARGE });
  const found = await exchange.call<Measurement>('vision.recognize', { ...picture, names: false, embeddings: true });
  return { ...found, faces: found.faces.toSorted((one, other) => measureFaceArea(other) - measureFaceArea(one)) };
}

/** @returns the largest face. @throws AwsError. */
function largestOf({ faces: [face] }: Measurement): Measured {
  if (face) return face;
  throw new AwsError('InvalidParameterException', 'There are no faces in the image. Should be at least 1.');
}

const createCollection: AwsOperation = async (exchange) => {
  const name = collectionOf(exchange);
  if (!COLLECTION_ID.test(name))
    throw invalid('CollectionId', 'must be up to 100 letters, digits, -, _ and ., beginning with a letter or digit.');
  try {
    await exchange.faces.create(name);
  } catch (error) {
    if (!(error instanceof PerceptError) || error.code !== 'CONFLICT') throw error;
    throw new AwsError('ResourceAlreadyExistsException', error.message, 'CONFLICT');
  }
  return { StatusCode: 200, CollectionArn: arnOf(name), FaceModelVersion: '1.0' };
};

const arnOf = (name: string): string => `aws:rekognition:percept:collection/${name}`;

const listCollections: AwsOperation = async ({ input, faces }) => {
  const all = await faces.list();
  const from = firstOf(input);
  const most = pageSize(input, MAX_NAMED);
  const page = all.slice(from, from + most);
  return {
    CollectionIds: page.map(({ name }) => name),
    FaceModelVersions: page.map(({ model }) => model ?? '1.0'),
    ...(from + most < all.length && { NextToken: String(from + most) }),
  };
};

function firstOf({ NextToken: token = '0' }: Json): number {
  if (typeof token !== 'string' || !/^\d{1,9}$/.test(token)) throw wrongToken();
  return Number(token);
}

/** Rekognition takes 0 for its own choice. */
const pageSize = ({ MaxResults }: Json, assumed: number): number =>
  numberAt(MaxResults, 'MaxResults', { min: 0, max: MAX_NAMED, assumed }) || assumed;

const wrongToken = (): AwsError =>
  new AwsError('InvalidPaginationTokenException', 'NextToken must be the one of the answer before.');

const describeCollection: AwsOperation = async (exchange) => {
  const { name, entries, model, created_at } = await exchange.faces.get(collectionOf(exchange));
  return {
    ...{ FaceCount: entries, UserCount: 0, FaceModelVersion: model ?? '1.0', CollectionARN: arnOf(name) },
    CreationTimestamp: created_at / 1000,
  };
};

const deleteCollection: AwsOperation = async (exchange) => {
  await exchange.faces.delete(collectionOf(exchange));
  return { StatusCode: 200 };
};

const indexFaces: AwsOperation = async (exchange) => {
  const { input, faces } = exchange;
  const name = collectionOf(exchange);
  const label = input.ExternalImageId === undefined ? undefined : textAt(input.ExternalImageId, 'ExternalImageId');
  const most = numberAt(input.MaxFaces, 'MaxFaces', { min: 1, max: MAX_FACES, assumed: 100 });
  await faces.get(name);
  const { faces: found, model, image_properties: size } = await measure(exchange);
  const image = randomUUID();
  const added = found.slice(0, most).map((face) => ({ face, metadata: toOrigin(face, size, image) }));
  const stored = added.map(({ face, metadata }) => ({ vector: face.embedding, model, label, metadata }));
  const ids = stored.length > 0 ? await faces.add(name, stored) : [];
  const version = `${model.name} ${model.version}`;
  return {
    FaceRecords: added.map(({ face, metadata }, index) => ({
      Face: toRekognitionFace({ id: ids[index]!, label: label ?? null, metadata }, version),
      FaceDetail: toDetail(face, size),
    })),
    FaceModelVersion: version,
    UnindexedFaces: found.slice(most).map((face) => ({ Reasons: ['EXCEEDS_MAX_FACES'], FaceDetail: toDetail(face, size) })),
  };
};

const listFaces: AwsOperation = async (exchange) => {
  const { input, faces } = exchange;
  const name = collectionOf(exchange);
  const limit = pageSize(input, 1000);
  if (input.UserId !== undefined) throw invalid('UserId', 'is not known here: a person is an ExternalImageId.');
  const ids = input.FaceIds === undefined ? undefined : facesIn(input.FaceIds);
  const before = input.NextToken === undefined ? undefined : toEntryId(input.NextToken);
  if (before === null) throw wrongToken();
  const { model } = await faces.get(name);
  const rows = await faces.entries(name, { limit, before, ids });
  return {
    Faces: rows.map((row) => toRekognitionFace(row, model)),
    FaceModelVersion: model ?? '1.0',
    ...(rows.length === limit && { NextToken: toFaceId(rows.at(-1)!.id) }),
  };
};

const deleteFaces: AwsOperation = async (exchange) => {
  const { input, faces } = exchange;
  const ids = facesIn(input.FaceIds);
  const removed = new Set(await faces.remove(collectionOf(exchange), ids));
  return {
    DeletedFaces: ids.filter((id) => removed.has(id)).map(toFaceId),
    UnsuccessfulFaceDeletions: ids
      .filter((id) => !removed.has(id))
      .map((id) => ({ FaceId: toFaceId(id), Reasons: ['FACE_NOT_FOUND'] })),
  };
};

const facesIn = (value: unknown): string[] => [
  ...new Set(textsAt(value, 'FaceIds', MAX_NAMED).map((id, index) => entryFrom(id, `FaceIds[${index}]`))),
];

function rulesOf({ MaxFaces, FaceMatchThreshold }: Json): Pick<FaceQuery, 'limit' | 'min_similarity'> {
  const threshold = numberAt(FaceMatchThreshold, 'FaceMatchThreshold', { min: 0, max: 100, assumed: THRESHOLD });
  return { limit: numberAt(MaxFaces, 'MaxFaces', { min: 1, max: MAX_NAMED, assumed: 80 }), min_similarity: toCosine(threshold) };
}

const searchFaces: AwsOperation = async (exchange) => {
  const { input, faces } = exchange;
  const name = collectionOf(exchange);
  const entry = entryFrom(input.FaceId, 'FaceId');
  const rules = rulesOf(input);
  const { model } = await faces.get(name);
  if ((await faces.entries(name, { limit: 1, ids: [entry] })).length === 0)
    throw new AwsError('InvalidParameterException', `The collection has no face '${toFaceId(entry)}'.`);
  const found = await faces.search(name, { ...rules, entry });
  const FaceMatches = found.map((match) => toMatch(match, model));
  return { SearchedFaceId: input.FaceId, FaceMatches, FaceModelVersion: model ?? '1.0' };
};

const searchFacesByImage: AwsOperation = async (exchange) => {
  const { input, faces } = exchange;
  const name = collectionOf(exchange);
  const rules = rulesOf(input);
  const { model: version } = await faces.get(name);
  const measured = await measure(exchange);
  const face = largestOf(measured);
  const found = await faces.search(name, { ...rules, vector: face.embedding, model: measured.model });
  const { BoundingBox, Confidence } = toDetail(face, measured.image_properties) as { BoundingBox: object; Confidence: number };
  return {
    ...{ SearchedFaceBoundingBox: BoundingBox, SearchedFaceConfidence: Confidence },
    FaceMatches: found.map((match) => toMatch(match, version)),
    FaceModelVersion: version ?? '1.0',
  };
};

const compareFaces: AwsOperation = async (exchange) => {
  const { SimilarityThreshold } = exchange.input;
  const least = numberAt(SimilarityThreshold, 'SimilarityThreshold', { min: 0, max: 100, assumed: THRESHOLD });
  if (!exchange.input.TargetImage) throw invalid('TargetImage', 'must be the picture to search.');
  const source = await measure(exchange, 'SourceImage');
  const face = largestOf(source);
  const { faces, image_properties: size } = await measure(exchange, 'TargetImage');
  const compared = faces
    .map((each) => ({ each, similarity: toSimilarity(cosineSimilarity(face.embedding, each.embedding)) }))
    .sort((one, other) => other.similarity - one.similarity);
  return {
    SourceImageFace: toDetail(face, source.image_properties),
    FaceMatches: compared
      .filter(({ similarity }) => similarity >= least)
      .map(({ each, similarity }) => ({ Similarity: similarity, Face: toDetail(each, size) })),
    UnmatchedFaces: compared.filter(({ similarity }) => similarity < least).map(({ each }) => toDetail(each, size)),
  };
};

/** Rekognition's operations for people and face collections. */
export const FACE_OPERATIONS: Readonly<Record<string, AwsOperation>> = {
  CreateCollection: createCollection,
  ListCollections: listCollections,
  DescribeCollection: describeCollection,
  DeleteCollection: deleteCollection,
  IndexFaces: indexFaces,
  ListFaces: listFaces,
  DeleteFaces: deleteFaces,
  SearchFaces: searchFaces,
  SearchFacesByImage: searchFacesByImage,
  CompareFaces: compareFaces,
};
