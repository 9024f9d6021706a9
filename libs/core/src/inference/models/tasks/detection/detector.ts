import type { Tensor } from 'onnxruntime-node';
import { modelOutputs, type Image } from '../../../media/images';
import { frameFor, type Frame } from '../../runtime';
import type { LoadedModel } from '../../runtime';
import { portsFor, type ModelPorts } from '../../runtime';
import { framePixels, imageToTensor } from '../../runtime';
import { untimed, type DetectedObject, type ObjectDetector, type TimingRecorder } from '../../runtime';
import { calibrationFrom, type Calibration } from './calibration';
import type { Candidate } from './candidate';
import type { DetectionDecoder } from './decoder';
import { DETECTION_DECODERS } from './decoders';
import { insideFrame, toImageCoordinates } from './placing';
import { area, suppress } from './suppression';

/** Lower scores are noise by the million. */
const MIN_SCORE = 0.01;
/** Candidates that enter suppression at most, and objects that are answered at most. */
const MAX_CANDIDATES = 1000;
const MAX_OBJECTS = 100;

/** @throws Error if the manifest names no known decoder, or the model lacks an output that the decoder reads. */
export function openObjectDetector(model: LoadedModel) {
  const { identity, manifest, session } = model;
  const name = manifest.output.decoder;
  const decoder = Object.hasOwn(DETECTION_DECODERS, name) ? DETECTION_DECODERS[name] : undefined;
  if (!decoder) {
    const known = Object.keys(DETECTION_DECODERS).join(', ');
    throw new Error(`Model '${identity.name}': output.decoder is '${name}', but must be one of ${known}.`);
  }
  const ports = portsFor(model, decoder.outputs, decoder.inputs?.names);
  const runner = new OnnxDetector(model, decoder, ports, calibrationFrom(manifest.calibration));
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

/** A detector that also tells how strongly each of its labels shows anywhere in the image. */
export interface PeakDetector extends ObjectDetector {
  /** Pixels of the longer side of its input. */
  readonly inputSize: number;
  /** The highest logit for each of `labels`. */
  peaks(image: Image, timer?: TimingRecorder): Promise<Float32Array>;
}

/** @throws Error if the model has no such thing to tell. */
export function withPeaks(detector: ObjectDetector): PeakDetector {
  if (detector instanceof OnnxDetector && detector.hasPeaks) return detector;
  throw new Error(`Model '${detector.identity.name}' has no heatmaps, so the presence of its labels cannot be told.`);
}

type Outputs = Readonly<Record<string, Tensor>>;

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

  async run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<DetectedObject[]> {
    const { minConfidence, timer = untimed } = options;
    const frame = frameFor(this.model.manifest.input, image.properties);
    const outputs = await this.look(image, frame, timer);
    return timer.time('postprocess', async () => {
      const candidates = this.candidates(outputs, frame, minConfidence);
      return candidates
        .map((candidate) => ({
          label: this.labels[candidate.label]!,
          confidence: this.confidence(candidate),
          bounding_box: toImageCoordinates(candidate, frame, image.properties),
        }))
        .filter((object) => object.confidence >= minConfidence)
        .sort((left, right) => right.confidence - left.confidence)
        .slice(0, MAX_OBJECTS);
    });
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

  private look(image: Image, frame: Frame, timer: TimingRecorder): Promise<Outputs> {
    const before = modelOutputs(image).get(this) as Promise<Outputs> | undefined;
    if (before) return before;
    const looking = timer
      .time('decode', () => framePixels(image, frame, this.model.manifest.input.pad))
      .then((pixels) => timer.time('inference', () => this.infer(pixels, frame)));
    // Without peaks there is nothing to look at again.
    if (this.hasPeaks) modelOutputs(image).set(this, looking);
    return looking;
  }

  private async infer(pixels: Uint8Array, frame: Frame): Promise<Outputs> {
    const { session, manifest } = this.model;
    const image = imageToTensor(pixels, frame, manifest.input);
    return this.ports.read(await session.run({ [this.ports.image]: image, ...this.decoder.inputs?.make(frame) }));
  }

  /** What is left after suppression of all that could reach the confidence, cut at the image's edges. */
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

  private confidence(candidate: Candidate): number {
    const px = Math.sqrt(Math.max(1, area(candidate)));
    return this.calibration.confidence(candidate.score, px, this.labels[candidate.label]!);
  }
}
