import type { Image, Region } from '../../media/images';

/** A box in pixels of the upright picture, inside its borders. */
export interface BoundingBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DetectedObject {
  label: string;
  /** Calibrated probability of being right, 0..1. */
  confidence: number;
  bounding_box: BoundingBox;
}

/** Which model answered: every reply can name it. */
export interface ModelIdentity {
  name: string;
  version: string;
  /** SHA-256 of the weights, hex. */
  digest: string;
}

/** Where a handler's time went; stages end up in the Server-Timing header and the metrics. */
export interface TimingRecorder {
  time<T>(stage: string, work: () => Promise<T>): Promise<T>;
}

/** Where nobody measures. */
export const untimed: TimingRecorder = { time: (_stage, work) => work() };

export interface ObjectDetector {
  readonly identity: ModelIdentity;
  readonly labels: readonly string[];
  /** Objects with at least this confidence, most confident first. */
  run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<DetectedObject[]>;
}

/** What a picture shows, as a whole. */
export interface Classification {
  label: string;
  /** Calibrated probability that the picture shows it, 0..1; a score for a kind of scene that objects speak for. */
  confidence: number;
  /** Such as `animal` or `scene`; `general` where the model tells none. */
  category: string;
}

export interface ImageClassifier {
  readonly identity: ModelIdentity;
  /** Models that it asks on its way. */
  readonly uses: readonly ModelIdentity[];
  /** Everything that it may answer. */
  readonly labels: readonly string[];
  /** What the picture shows with at least this confidence, most likely first; nothing where no label fits. */
  run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<Classification[]>;
}

export interface DetectedFace {
  /** Calibrated probability that it is a face, 0..1. */
  confidence: number;
  /** From the eyebrows to the chin. */
  bounding_box: BoundingBox;
}

/** Finds the faces in a picture, the small ones of a group too. */
export interface FaceDetector {
  readonly identity: ModelIdentity;
  /** Faces with at least this confidence, most confident first. */
  run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<DetectedFace[]>;
}

/** Says what the expression of a face most likely is. */
export interface ExpressionReader {
  readonly identity: ModelIdentity;
  readonly labels: readonly string[];
  /** For each face a probability by label; they sum to 1. */
  run(image: Image, faces: readonly BoundingBox[], options?: { timer?: TimingRecorder }): Promise<Record<string, number>[]>;
}

/** A point of a body, in pixels of the upright picture; it may lie outside of it. */
export interface BodyPoint {
  x: number;
  y: number;
  /** How sure the model is of it, 0..1; not calibrated. */
  score: number;
}

/** Finds the points of one person's body. */
export interface PoseEstimator {
  readonly identity: ModelIdentity;
  /** Names of the points, in their order: `nose`, `left shoulder`, … */
  readonly labels: readonly string[];
  /** A point for each label, of the person in the region. */
  run(image: Image, region: Region, options?: { timer?: TimingRecorder }): Promise<BodyPoint[]>;
}

/** A line of text as it lies in the picture, in pixels of the upright picture. */
export interface TextRegion {
  centre: { x: number; y: number };
  /** Unit vector along the line, as far as its shape tells: reading may begin at either end. */
  direction: { x: number; y: number };
  /** Along the direction. */
  length: number;
  /** Across it. */
  height: number;
}

export interface TextDetector {
  readonly identity: ModelIdentity;
  run(image: Image, options: { timer?: TimingRecorder }): Promise<TextRegion[]>;
}

/** A line cut out of the picture and turned level: height × width × 3 bytes, R G B. */
export interface TextLineCrop {
  pixels: Uint8Array;
  width: number;
  height: number;
}

export interface TextOrientation {
  readonly identity: ModelIdentity;
  /** Probability that the line stands on its head, 0..1. */
  upsideDown(crop: TextLineCrop): Promise<number>;
}

/** A line that was read. */
export interface TextLine {
  text: string;
  /** The share of its characters that are probably right, 0..1; calibrated. */
  confidence: number;
  bounding_box: BoundingBox;
}

export interface TextReader {
  readonly identity: ModelIdentity;
  /** Models that it asks on its way. */
  readonly uses: readonly ModelIdentity[];
  /** Every character that it may answer with. */
  readonly characters: readonly string[];
  /** An entry for each line with at least this confidence (0 where none is named), in the order of reading. */
  run(image: Image, options: { minConfidence?: number; timer?: TimingRecorder }): Promise<TextLine[]>;
}

/** The tasks that a model may be for, and what running it looks like. */
export interface ModelTasks {
  'image-classification': ImageClassifier;
  'object-detection': ObjectDetector;
  'face-detection': FaceDetector;
  'facial-expression': ExpressionReader;
  'pose-estimation': PoseEstimator;
  'text-detection': TextDetector;
  'text-orientation': TextOrientation;
  'text-recognition': TextReader;
}

export type ModelTask = keyof ModelTasks;

/** What a capability's setup gets its models from: one set per worker thread. */
export interface ModelSource {
  /**
   * The model of that name, or the default for the task. Loads it at the first call. What is lent follows every change of
   * the model: after a swap it is the new one.
   * @throws PerceptError INVALID_REQUEST for `model` where none of that name is for the task.
   */
  get<T extends ModelTask>(task: T, name?: string): Promise<ModelTasks[T]>;
}
