import type { Tensor } from 'onnxruntime-node';
import type { Image, Region, TimingRecorder } from '@percept/sdk';
import {
  decoderNames,
  findDecoder,
  type Detail,
  type DetectedObject,
  type Frame,
  type LoadedModel,
  type ModelPorts,
  type ObjectDetector,
  type Pixels,
  frameFor,
  framePixels,
  imageToTensor,
  modelOutputs,
  portsFor,
  untimed,
} from '@percept/sdk/models';
import { calibrationFrom, type Calibration, type DetailPass } from './calibration';
import type { Candidate } from '@percept/sdk/models';
import type { DetectionDecoder } from '@percept/sdk/models';
import { isCut, mergePasses, type Sighting } from './merging';
import { insideFrame, toRegionCoordinates, toWholePixels } from './placing';
import { area, suppress } from './suppression';
import { finestSide, TILE_OBJECT, tilePasses, wholeSize, type Pass } from './tiles';

/** Boxes with lower scores are noise, by the million. */
const MIN_SCORE = 0.01;
/** Limits of the candidates that enter suppression, and of the objects that are returned. */
const MAX_CANDIDATES = 1000;
const MAX_OBJECTS = 100;
/** Limit of the returned objects when the image is searched in tiles: a crowd has more than a hundred. */
const MAX_OBJECTS_IN_TILES = 300;
/** A box that ends within this many pixels of a tile's border counts as cut off. */
const CUT = 4;

/** @throws Error if the manifest names no known decoder, or the model lacks an output that the decoder reads. */
export function openObjectDetector(model: LoadedModel) {
  const { identity, manifest, session } = model;
  const name = manifest.output.decoder;
  const decoder = findDecoder(name);
  if (!decoder)
    throw new Error(`Model '${identity.name}': output.decoder is '${name}', but must be one of ${decoderNames().join(', ')}.`);
  const ports = portsFor(model, decoder.outputs, decoder.inputs?.names);
  const runner = new OnnxDetector(model, decoder, ports, calibrationFrom(manifest.calibration));
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

/** A detector that also tells how strongly each of its labels shows anywhere in the image. */
export interface PeakDetector extends ObjectDetector {
  /** Longer side of its input in pixels. */
  readonly inputSize: number;
  /** The highest logit for each of `labels`. */
  peaks(image: Image, timer?: TimingRecorder): Promise<Float32Array>;
}

/** @throws Error if the model has no heatmaps. */
export function withPeaks(detector: ObjectDetector): PeakDetector {
  if (detector instanceof OnnxDetector && detector.hasPeaks) return detector;
  throw new Error(`Model '${detector.identity.name}' has no heatmaps, so the presence of its labels cannot be told.`);
}

type Outputs = Readonly<Record<string, Tensor>>;

interface RunOptions {
  minConfidence: number;
  detail?: Detail;
  timer?: TimingRecorder;
}

/** Where a pass looked, and the confidence it asks for. */
interface SeenRegion {
  frame: Frame;
  region: Region;
  pass: number;
  /** Undefined where this is the only pass. */
  look?: DetailPass;
  minConfidence: number;
}

class OnnxDetector implements PeakDetector {
  readonly identity;
  readonly labels: readonly string[];

  constructor(
    private readonly model: LoadedModel,
    private readonly decoder: DetectionDecoder,
    private readonly ports: ModelPorts,
    private readonly calibration: Calibration,
  ) {
    this.identity = model.identity;
    this.labels = model.manifest.labels;
  }

  async run(image: Image, options: RunOptions): Promise<DetectedObject[]> {
    const { minConfidence, detail = 'normal', timer = untimed } = options;
    const whole = await this.lookAtWhole(image, { minConfidence, detail, timer });
    if (detail !== 'high') return this.answer(whole, image, MAX_OBJECTS);
    const passes = tilePasses(this.model.manifest.input, image.properties);
    const sightings = [...whole, ...(await this.lookAtTiles(image, passes, { minConfidence, timer }))];
    return timer.time('postprocess', async () =>
      this.answer(mergePasses(sightings, this.model.manifest.output.overlap), image, MAX_OBJECTS_IN_TILES),
    );
  }

  get inputSize(): number {
    return this.model.manifest.input.size;
  }

  get hasPeaks(): boolean {
    return this.decoder.peaks !== undefined;
  }

  async peaks(image: Image, timer: TimingRecorder = untimed): Promise<Float32Array> {
    const outputs = await this.look(image, frameFor(this.model.manifest.input, image.properties), timer);
    return timer.time('postprocess', async () => this.decoder.peaks!(outputs));
  }

  async warm(): Promise<void> {
    const { size } = this.model.manifest.input;
    const frame = frameFor(this.model.manifest.input, { width: size, height: size });
    const outputs = await this.infer(new Uint8Array(frame.width * frame.height * 3), frame);
    this.candidates(outputs, frame, 0.5);
  }

  private async lookAtWhole(image: Image, { minConfidence, detail, timer }: Required<RunOptions>): Promise<Sighting[]> {
    const { input } = this.model.manifest;
    const frame = frameFor({ ...input, size: wholeSize(input, detail) }, image.properties);
    const outputs = await (detail === 'low' ? this.lookOnce(image, frame, timer) : this.look(image, frame, timer));
    const region = { x: 0, y: 0, width: image.properties.width, height: image.properties.height };
    const seen = { frame, region, pass: 0, look: detail === 'high' ? ('whole' as const) : undefined, minConfidence };
    return timer.time('postprocess', async () => this.sightings(outputs, seen));
  }

  /** Keeps only objects that lie whole in a tile and are small on it: larger ones are for the pass over the whole image. */
  private async lookAtTiles(image: Image, passes: readonly Pass[], options: Omit<Required<RunOptions>, 'detail'>) {
    const { minConfidence, timer } = options;
    const { input } = this.model.manifest;
    const copy = await timer.time('decode', () => image.decoded(finestSide(passes, image.properties)));
    const found: Sighting[] = [];
    for (const [index, { region, size }] of passes.entries()) {
      const frame = frameFor({ ...input, size: input.resize === 'rect' ? size : input.size }, region);
      const outputs = await this.lookOnce(regionOf(copy, region), frame, timer);
      const scale = frame.content.width / region.width;
      const seen = this.sightings(outputs, { frame, region, pass: index + 1, look: 'tile', minConfidence });
      const isWhole = (each: Sighting) => !isCut(each, region, image.properties, CUT / scale);
      const isSmall = (each: Sighting) => Math.sqrt(area(each)) * scale <= TILE_OBJECT * input.size;
      found.push(...seen.filter((each) => isSmall(each) && isWhole(each)));
    }
    return found;
  }

  /** The objects found in a region, in pixels of the image. */
  private sightings(outputs: Outputs, { frame, region, pass, look, minConfidence }: SeenRegion): Sighting[] {
    return this.candidates(outputs, frame, minConfidence)
      .map((candidate) => ({
        label: candidate.label,
        confidence: this.confidence(candidate, look),
        pass,
        ...toRegionCoordinates(candidate, frame, region),
      }))
      .filter(({ confidence }) => confidence >= minConfidence);
  }

  private answer(sightings: readonly Sighting[], { properties }: Image, most: number): DetectedObject[] {
    return sightings
      .toSorted((left, right) => right.confidence - left.confidence)
      .slice(0, most)
      .map((each) => ({
        label: this.labels[each.label]!,
        confidence: each.confidence,
        bounding_box: toWholePixels(each, properties),
      }));
  }

  private look(image: Image, frame: Frame, timer: TimingRecorder): Promise<Outputs> {
    const before = modelOutputs(image).get(this) as Promise<Outputs> | undefined;
    if (before) return before;
    const looking = this.lookOnce(image, frame, timer);
    // Without peaks, the outputs are not needed a second time.
    if (this.hasPeaks) modelOutputs(image).set(this, looking);
    return looking;
  }

  private async lookOnce(image: Pixels, frame: Frame, timer: TimingRecorder): Promise<Outputs> {
    const pixels = await timer.time('decode', () => framePixels(image, frame, this.model.manifest.input));
    return timer.time('inference', () => this.infer(pixels, frame));
  }

  private async infer(pixels: Uint8Array | Float32Array, frame: Frame): Promise<Outputs> {
    const { session, manifest } = this.model;
    const image = imageToTensor(pixels, frame, manifest.input);
    const besides = Object.entries(this.decoder.inputs?.make(frame) ?? {}).filter(([name]) => session.inputNames.includes(name));
    return this.ports.read(await session.run({ [this.ports.image]: image, ...Object.fromEntries(besides) }));
  }

  /** The boxes that could reach the confidence, after suppression, cut at the image's edges. */
  private candidates(outputs: Outputs, frame: Frame, minConfidence: number): Candidate[] {
    const { output } = this.model.manifest;
    const largest = Math.sqrt(frame.content.width * frame.content.height);
    const minScore = Math.max(MIN_SCORE, this.calibration.lowestScore(minConfidence, largest));
    const found = this.decoder
      .decode(outputs, { minScore, labels: this.labels.length, output, frame })
      .sort((left, right) => right.score - left.score)
      .slice(0, MAX_CANDIDATES);
    return suppress(found, output.overlap).map((candidate) => insideFrame(candidate, frame));
  }

  private confidence(candidate: Candidate, look?: DetailPass): number {
    const px = Math.sqrt(Math.max(1, area(candidate)));
    return this.calibration.confidence(candidate.score, px, this.labels[candidate.label]!, look);
  }
}

/** A part of an image, which scales like a whole image. */
const regionOf = (image: Image, region: Region): Pixels => ({ rgb: (size) => image.crop(region, size), properties: region });
