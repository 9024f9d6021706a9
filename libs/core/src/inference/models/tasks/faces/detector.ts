import type { Image } from '../../../media/images';
import { calibrationFrom, clamp, DETECTION_DECODERS, type Calibration } from '../detection';
import { frameFor } from '../../runtime';
import type { LoadedModel } from '../../runtime';
import { framePixels, imageToTensor } from '../../runtime';
import { untimed, type BoundingBox, type DetectedFace, type FaceDetector, type TimingRecorder } from '../../runtime';
import type { FaceCandidate, FaceDecoder } from './decoder';
import { FACE_DECODERS } from './decoders';
import { openWholeImageFaces } from './whole-image';
import { looksFor, mergeScales, sideOf, isInRange, type ScaledFace } from './looks';

/** A look's candidates below this raw score tell nothing. */
const MIN_SCORE = 0.2;
/** Sightings that are merged at most, the best of them; faces that are answered at most. */
const MAX_CANDIDATES = 3000;
const MAX_FACES = 1000;
/** The costly last scale runs only if the previous one found something of at most this many pixels. */
const SMALL = 32;

/** @throws Error if nobody knows the manifest's decoder, or the model lacks an output that the decoder reads. */
export function openFaceDetector(model: LoadedModel) {
  const { identity, manifest, session } = model;
  const name = manifest.output.decoder;
  const decoder = Object.hasOwn(FACE_DECODERS, name) ? FACE_DECODERS[name] : undefined;
  if (!decoder && Object.hasOwn(DETECTION_DECODERS, name)) return openWholeImageFaces(model);
  if (!decoder) {
    const known = [...Object.keys(FACE_DECODERS), ...Object.keys(DETECTION_DECODERS)].join(', ');
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
    const { sightings: candidates, taken: searched } = await this.searchAll(image, looks, timer);
    return timer.time('postprocess', async () => {
      const { overlap } = this.model.manifest.output;
      const best = candidates.sort((one, other) => other.score - one.score).slice(0, MAX_CANDIDATES);
      return mergeScales(best, searched, { image: image.properties, overlap })
        .map((face) => ({
          confidence: this.calibration.confidence(face.score, Math.max(1, sideOf(face)), 'face'),
          bounding_box: toPixelBox(face, image),
        }))
        .filter(({ confidence }) => confidence >= minConfidence)
        .sort((one, other) => other.confidence - one.confidence)
        .slice(0, MAX_FACES);
    });
  }

  async warm(): Promise<void> {
    const size = this.sizes[0]!;
    const frame = frameFor({ ...this.model.manifest.input, size }, { width: size, height: size });
    await this.infer(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  /** From coarse to fine; the last look is left out where the one before saw nothing small. */
  private async searchAll(image: Image, looks: readonly number[], timer: TimingRecorder) {
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
    const pixels = await timer.time('decode', () => framePixels(copy, frame));
    const outputs = await timer.time('inference', () => this.infer(pixels, frame));
    const across = copy.properties.width / frame.content.width;
    const down = copy.properties.height / frame.content.height;
    return this.decoder.decode(outputs, MIN_SCORE).map(({ score, left, top, right, bottom }) => ({
      score,
      look,
      left: (left - frame.content.x) * across,
      top: (top - frame.content.y) * down,
      right: (right - frame.content.x) * across,
      bottom: (bottom - frame.content.y) * down,
    }));
  }

  private infer(pixels: Uint8Array, frame: Parameters<typeof imageToTensor>[1]) {
    const { session, manifest } = this.model;
    return session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
  }
}

function sawSmall(candidates: readonly ScaledFace[], look: number, { properties }: Image): boolean {
  const scale = look / Math.max(properties.width, properties.height);
  return candidates.some((candidate) => candidate.look === look && sideOf(candidate) * scale <= SMALL);
}

/** In whole pixels, inside the image's borders. */
function toPixelBox(face: FaceCandidate, { properties: { width, height } }: Image): BoundingBox {
  const x = clamp(Math.round(face.left), 0, width - 1);
  const y = clamp(Math.round(face.top), 0, height - 1);
  const right = clamp(Math.round(face.right), x + 1, width);
  const bottom = clamp(Math.round(face.bottom), y + 1, height);
  return { x, y, width: right - x, height: bottom - y };
}
