import { PerceptError } from '@percept/sdk';
import type { DoorAnswer, DoorCall, DoorOutput, DoorRoute } from '@percept/sdk/doors';
import type { BoundingBox } from '@percept/sdk/models';
import { leastIn, pictureIn, readFiles } from './form';
import { toMilliseconds, toPrediction, withPredictions } from './predictions';

/** DeepStack has one collection of people. */
const PEOPLE = 'people';

interface Face {
  confidence: number;
  bounding_box: BoundingBox;
  name: string;
  similarity?: number;
  embedding: number[];
}

interface Recognized {
  faces: Face[];
  model: { name: string; version: string };
}

async function register(call: DoorCall): Promise<DoorAnswer> {
  const { fields, files } = await readFiles(call);
  const label = required(fields, 'userid');
  if (files.length === 0) throw PerceptError.invalid('image', 'is missing: send one to three pictures of the person.');
  const measured = [];
  for (const { bytes, name } of files) measured.push(await largest(call, bytes, name));
  if (!(await hasPeople(call))) await call.faces.create(PEOPLE);
  const added = measured.map(({ face, result }) => ({ vector: face.embedding, model: result.output.model, label }));
  await call.faces.add(PEOPLE, added);
  return { body: { success: true, message: 'face added', ...toMilliseconds(measured.at(-1)!.result) } };
}

async function recognize(call: DoorCall): Promise<DoorAnswer> {
  const { fields, files } = await readFiles(call);
  const least = leastIn(fields);
  // Everybody is unknown until somebody is registered.
  const wanted = (await hasPeople(call))
    ? { collection: PEOPLE, ...(least !== undefined && { min_similarity: least }) }
    : { names: false };
  const result = await measure(call, pictureIn(files[0]).bytes, wanted);
  const found = result.output.faces.map(({ name, similarity = 0, bounding_box }) => ({
    ...toPrediction({ bounding_box, confidence: name === 'unknown' ? 0 : similarity }),
    userid: name,
  }));
  return { body: withPredictions(found, result) };
}

async function match(call: DoorCall): Promise<DoorAnswer> {
  const [one, other] = (await readFiles(call)).files;
  if (!one || !other) throw PerceptError.invalid('image2', 'is missing: send two pictures, image1 and image2.');
  const first = await largest(call, one.bytes, one.name);
  const second = await largest(call, other.bytes, other.name);
  const cosine = first.face.embedding.reduce((sum, value, index) => sum + value * second.face.embedding[index]!, 0);
  const similarity = Number(Math.max(0, cosine).toFixed(4));
  return { body: { success: true, similarity, ...toMilliseconds(second.result) } };
}

async function list(call: DoorCall): Promise<DoorAnswer> {
  await readFiles(call);
  const faces = (await hasPeople(call)) ? await call.faces.names(PEOPLE) : [];
  return { body: { success: true, faces, code: 200 } };
}

async function forget(call: DoorCall): Promise<DoorAnswer> {
  const label = required((await readFiles(call)).fields, 'userid');
  const removed = (await hasPeople(call)) ? await call.faces.removePerson(PEOPLE, label) : 0;
  if (removed === 0) throw new PerceptError('NOT_FOUND', `Nobody is registered as '${label.slice(0, 100)}'.`);
  return { body: { success: true, code: 200 } };
}

/** The largest face in a picture. @throws INVALID_REQUEST. */
async function largest(call: DoorCall, bytes: Uint8Array, name: string) {
  const result = await measure(call, bytes, { names: false, embeddings: true });
  const [face] = result.output.faces.toSorted((one, other) => areaOf(other) - areaOf(one));
  if (face) return { face, result };
  throw PerceptError.invalid(name, 'shows no face that is clear enough: send one from the front, in good light.');
}

function measure(call: DoorCall, bytes: Uint8Array, fields: object): Promise<DoorOutput<Recognized>> {
  return call.call<Recognized>('vision.recognize', { fields: { ...fields }, media: { field: 'image', bytes } });
}

const hasPeople = async ({ faces }: DoorCall): Promise<boolean> => (await faces.list()).some(({ name }) => name === PEOPLE);

const areaOf = ({ bounding_box: { width, height } }: Face): number => width * height;

function required(fields: Record<string, string>, name: string): string {
  const value = fields[name]?.trim();
  if (value) return value;
  throw PerceptError.invalid(name, 'is missing: send the name of the person.');
}

const route = (name: string, answer: DoorRoute['answer']): DoorRoute => {
  return { method: 'POST', path: `/v1/vision/face/${name}`, capability: 'vision.recognize', answer };
};

/** DeepStack's paths for people. */
export const faceRoutes: readonly DoorRoute[] = [
  route('register', register),
  route('recognize', recognize),
  route('match', match),
  route('list', list),
  route('delete', forget),
];
