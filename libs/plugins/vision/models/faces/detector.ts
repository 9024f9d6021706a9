import type { Image, TimingRecorder } from '@percept/sdk';
import {
  decoderNames,
  findDecoder,
  type BoundingBox,
  type DetectedFace,
  type FaceDetector,
  type Frame,
  type LoadedModel,
  frameFor,
  framePixels,
  imageToTensor,
  untimed,
} from '@percept/sdk/models';
import { calibrationFrom, clampNumber, type Calibration, openObjectDetector } from '../detection';
import { movePoints, type FaceCandidate, type FaceDecoder } from './decoder';
import { looksFor, mergeScales, measureSide, isInRange, type ScaledFace } from './looks';
import { decodeBlazeFace } from './blazeface';

/**
 * Opens a detector that looks once at the whole image and whose boxes are all faces.
 * @throws Error as `openObjectDetector` does.
 */
function openWholeImageFaces(model: LoadedModel) {
  const { runner, warm, close } = openObjectDetector({ ...model, manifest: { ...model.manifest, labels: ['face'] } });
  const faces: FaceDetector = {
    identity: model.identity,
    run: async (image, options) =>
      (await runner.run(image, options)).map(({ confidence, bounding_box }) => ({ confidence, bounding_box })),
  };
  return { runner: faces, warm, close };
}

/** How a face detector's outputs are read, by the manifest's `output.decoder`. */
const FACE_DECODERS: Readonly<Record<string, FaceDecoder>> = {
  blazeface: { outputs: ['scores_16', 'scores_8', 'boxes_16', 'boxes_8'], decode: decodeBlazeFace },
};

/** Candidates with a lower raw score are ignored. */
const MIN_SCORE = 0.2;
/** The maximum number of sightings that are merged (the best ones), and of faces that are returned. */
const MAX_CANDIDATES = 3000;
const MAX_FACES = 1000;
/** The costly last scale runs only if the previous one found something of at most this many pixels. */
const SMALL = 32;

/** From this confidence on a face is likely, and nothing else is tried. */
const LIKELY = 0.5;
/** Minimum size of a face in a close-up, as a share of the image's longer side. */
const FILLS = 0.4;
/** A possible face of at least this share of the image's longer side is worth a close-up. */
const MAY_FILL = 0.3;
/** A face is the same as a face of the close-up if more than this share of it lies inside that face. */
const WITHIN = 0.5;
/** Value of the pixels around a close-up. */
const BORDER = 128;

interface Search {
  sightings: ScaledFace[];
  /** Sizes of the looks that were taken. */
  taken: number[];
}

const isLikely = (faces: readonly DetectedFace[]) => faces.some(({ confidence }) => confidence >= LIKELY);

/** @throws Error if the manifest's decoder is unknown, or the model lacks an output that the decoder reads. */
export function openFaceDetector(model: LoadedModel) {
  const { identity, manifest, session } = model;
  const name = manifest.output.decoder;
  const decoder = Object.hasOwn(FACE_DECODERS, name) ? FACE_DECODERS[name] : undefined;
  if (!decoder && findDecoder(name)) return openWholeImageFaces(model);
  if (!decoder) {
    const known = [...Object.keys(FACE_DECODERS), ...decoderNames()].join(', ');
    throw new Error(`Model '${identity.name}': output.decoder is '${name}', but must be one of ${known}.`);
  }
  const missing = decoder.outputs.filter((output) => !session.outputNames.includes(output));
  if (missing.length > 0)
    throw new Error(`Model '${identity.name}' has no output '${missing.join("', '")}', which '${name}' reads.`);
  const runner = new OnnxFaceDetector(model, decoder, calibrationFrom(manifest.calibration));
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

class OnnxFaceDetector implements FaceDetector {
  readonly identity;
  private readonly sizes: readonly number[];

  constructor(
    private readonly model: LoadedModel,
    private readonly decoder: FaceDecoder,
    private readonly calibration: Calibration,
  ) {
    this.identity = model.identity;
    const { size, looks } = model.manifest.input;
    this.sizes = looks.length > 0 ? looks : [size];
  }

  async run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<DetectedFace[]> {
    const { minConfidence, timer = untimed } = options;
    const looks = looksFor(this.sizes, image.properties);
    const search = await this.searchAll(image, looks, timer);
    const faces = await timer.time('postprocess', async () => this.facesFrom(search, image));
    const all = this.needsCloseUp(image, faces, search) ? await this.withCloseUp(image, faces, timer) : faces;
    return all
      .sort((one, other) => other.confidence - one.confidence)
      .filter(({ confidence }) => confidence >= minConfidence)
      .slice(0, MAX_FACES);
  }

  private facesFrom({ sightings, taken }: Search, image: Image): DetectedFace[] {
    const { overlap } = this.model.manifest.output;
    const best = sightings.sort((one, other) => other.score - one.score).slice(0, MAX_CANDIDATES);
    return mergeScales(best, taken, { image: image.properties, overlap }).map((face) => ({
      confidence: this.calibration.confidence(face.score, Math.max(1, measureSide(face)), 'face'),
      bounding_box: toPixelBox(face, image),
      roll: face.roll,
      landmarks: face.landmarks,
    }));
  }

  /**
   * Whether a face is large. If no face is likely: whether something large may be a face, which is rare in images without faces.
   */
  private needsCloseUp({ properties }: Image, faces: readonly DetectedFace[], { sightings }: Search): boolean {
    if (this.model.manifest.input.close_up === undefined) return false;
    const longer = Math.max(properties.width, properties.height);
    return isLikely(faces)
      ? faces.some(({ bounding_box: box }) => Math.max(box.width, box.height) >= longer * FILLS)
      : sightings.some((each) => measureSide(each) >= longer * MAY_FILL);
  }

  /**
   * The model recognizes a face, and its borders, by what surrounds it. A face that fills the image has no surroundings, so the
   * image gets a grey border for another look. The faces of that look replace those that lie inside them.
   */
  private async withCloseUp(image: Image, faces: DetectedFace[], timer: TimingRecorder): Promise<DetectedFace[]> {
    const { size, close_up: look = size } = this.model.manifest.input;
    const large = Math.max(image.properties.width, image.properties.height) * FILLS;
    const { content } = frameFor({ size: look, resize: 'letterbox' }, image.properties);
    const border = Math.floor((size - look) / 2);
    const frame = { width: size, height: size, content: { ...content, x: content.x + border, y: content.y + border } };
    const seen = await this.lookWith(frame, image, { look, timer });
    const sightings = seen.filter((each) => measureSide(each) >= large);
    const found = await timer.time('postprocess', async () => this.facesFrom({ sightings, taken: [look] }, image));
    const near = found.filter(({ confidence }) => confidence >= LIKELY);
    const within = ({ bounding_box }: DetectedFace) => near.some((each) => partInside(bounding_box, each.bounding_box) > WITHIN);
    return [...near, ...faces.filter((face) => !within(face))];
  }

  async warm(): Promise<void> {
    const size = this.sizes[0]!;
    const frame = frameFor({ ...this.model.manifest.input, size }, { width: size, height: size });
    await this.infer(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  /** Searches from coarse to fine. The last look is left out if the one before saw nothing small. */
  private async searchAll(image: Image, looks: readonly number[], timer: TimingRecorder): Promise<Search> {
    const copy = await timer.time('decode', () => image.decoded(looks.at(-1)!));
    const candidates: ScaledFace[] = [];
    const searched: number[] = [];
    for (const [index, look] of looks.entries()) {
      if (index > 2 && !sawSmall(candidates, looks[index - 1]!, image)) break;
      const seen = await this.look(copy, look, timer);
      candidates.push(...seen.filter((candidate) => isInRange(candidate, looks, image.properties)));
      searched.push(look);
    }
    return { sightings: candidates, taken: searched };
  }

  private async look(copy: Image, look: number, timer: TimingRecorder): Promise<ScaledFace[]> {
    const frame = frameFor({ ...this.model.manifest.input, size: look }, copy.properties);
    return this.lookWith(frame, copy, { look, timer });
  }

  private async lookWith(
    frame: Frame,
    copy: Image,
    { look, timer }: { look: number; timer: TimingRecorder },
  ): Promise<ScaledFace[]> {
    const pixels = await timer.time('decode', () => framePixels(copy, frame, { pad: BORDER }));
    const outputs = await timer.time('inference', () => this.infer(pixels, frame));
    const { content } = frame;
    const across = copy.properties.width / content.width;
    const down = copy.properties.height / content.height;
    return this.decoder.decode(outputs, MIN_SCORE).map(({ score, roll, landmarks, left, top, right, bottom }) => ({
      score,
      roll,
      landmarks: landmarks && movePoints(landmarks, (x, y) => ({ x: (x - content.x) * across, y: (y - content.y) * down })),
      look,
      left: (left - content.x) * across,
      top: (top - content.y) * down,
      right: (right - content.x) * across,
      bottom: (bottom - content.y) * down,
    }));
  }

  private infer(pixels: Uint8Array, frame: Frame) {
    const { session, manifest } = this.model;
    return session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
  }
}

function sawSmall(candidates: readonly ScaledFace[], look: number, { properties }: Image): boolean {
  const scale = look / Math.max(properties.width, properties.height);
  return candidates.some((candidate) => candidate.look === look && measureSide(candidate) * scale <= SMALL);
}

/** A face's box in whole pixels, inside the image's borders. */
function toPixelBox(face: FaceCandidate, { properties: { width, height } }: Image): BoundingBox {
  const x = clampNumber(Math.round(face.left), 0, width - 1);
  const y = clampNumber(Math.round(face.top), 0, height - 1);
  const right = clampNumber(Math.round(face.right), x + 1, width);
  const bottom = clampNumber(Math.round(face.bottom), y + 1, height);
  return { x, y, width: right - x, height: bottom - y };
}

/** The share of a box that lies in another one, 0..1. */
function partInside(box: BoundingBox, other: BoundingBox): number {
  const width = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
  const height = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (box.width * box.height);
}
