import type { Image, Region } from '../../media/images';

/** A box in pixels of the upright image, inside its borders. */
export interface BoundingBox {
  /** Pixels from the left edge. */
  x: number;
  /** Pixels from the top edge. */
  y: number;
  width: number;
  height: number;
}

/** An object in an image. */
export interface DetectedObject {
  /** One of the detector's `labels`. */
  label: string;
  /** Calibrated probability that the label is right, 0 to 1. */
  confidence: number;
  bounding_box: BoundingBox;
}

/** Identifies the model that answered. */
export interface ModelIdentity {
  /** The name of its folder. */
  name: string;
  /** The version in its `model.yaml`. */
  version: string;
  /** SHA-256 of the weights, in hexadecimal. */
  digest: string;
}

/** Measures the stages of a call for the Server-Timing header and the metrics. */
export interface TimingRecorder {
  /** Runs `work` and adds its time to the stage, such as `decode` or `inference`. */
  time<T>(stage: string, work: () => Promise<T>): Promise<T>;
}

/** A recorder that measures nothing. */
export const untimed: TimingRecorder = { time: (_stage, work) => work() };

/**
 * How closely an image is searched for objects. `high` searches it in magnified parts besides the whole, and finds small objects;
 * `low` takes a smaller input where the model allows one.
 */
export type Detail = 'low' | 'normal' | 'high';

/** Finds objects in an image. */
export interface ObjectDetector {
  readonly identity: ModelIdentity;
  /** Every label that it can return. */
  readonly labels: readonly string[];
  /** Returns the objects with at least `minConfidence` (0 to 1), most confident first; `detail` is `normal` by default. */
  run(image: Image, options: { minConfidence: number; detail?: Detail; timer?: TimingRecorder }): Promise<DetectedObject[]>;
}

/** A label for an image as a whole. */
export interface Classification {
  /** One of the classifier's `labels`. */
  label: string;
  /** Calibrated probability that the image shows the label, 0 to 1; for a scene inferred from objects, a score. */
  confidence: number;
  /** The kind of label, such as `animal` or `scene`; `general` when the model declares none. */
  category: string;
  /** Wider names, nearest first, such as `dog` and `animal` for `beagle`; absent when there are none. */
  parents?: string[];
}

/** Labels an image as a whole. */
export interface ImageClassifier {
  readonly identity: ModelIdentity;
  /** Other models that this one runs. */
  readonly uses: readonly ModelIdentity[];
  /** Every label that it can return. */
  readonly labels: readonly string[];
  /** Returns the labels with at least `minConfidence` (0 to 1), most likely first; an empty list when none fits. */
  run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<Classification[]>;
}

/** Compares pictures with texts, whose vectors share one space. */
export interface PictureTexts {
  /** The default sentences about a label; `{}` stands for the label. */
  readonly templates: readonly string[];
  /** Returns, for each label, the probability that the picture with this vector shows it. */
  compare(
    vector: Float32Array,
    labels: readonly string[],
    options?: { templates?: readonly string[]; timer?: TimingRecorder },
  ): Promise<number[]>;
  /** Returns the vector of each text, in the space of the pictures. Texts longer than the network reads are cut off. */
  embed(texts: readonly string[], options?: { timer?: TimingRecorder }): Promise<EmbeddedText[]>;
}

/** Describes an image by numbers: vectors of similar images point in nearly the same direction. */
export interface ImageEmbedder {
  readonly identity: ModelIdentity;
  /** How many numbers a vector has. */
  readonly dimensions: number;
  /** The minimum longer side, in pixels, that it needs of an image. */
  readonly inputSize: number;
  /** Reads texts too; undefined if the model does not. */
  readonly texts?: PictureTexts;
  /**
   * Returns the vector of the image, or of a region, as the network gives it: its length is not 1. When several models ask about
   * one image, it is computed once.
   */
  run(image: Image, options?: { region?: Region; timer?: TimingRecorder }): Promise<Float32Array>;
}

/**
 * Points of a face, in pixels of the upright image; they may lie outside it. Left and right are as a viewer sees an upright face:
 * `left_eye` is on the left of the picture. `mouth` is the middle of the mouth; an ear that is turned away is an estimate.
 */
export type FaceLandmarks = Record<
  'left_eye' | 'right_eye' | 'nose' | 'mouth' | 'left_ear' | 'right_ear',
  { x: number; y: number }
>;

/** A face in an image. */
export interface DetectedFace {
  /** Calibrated probability that this is a face, 0 to 1. */
  confidence: number;
  /** The box from the eyebrows to the chin. */
  bounding_box: BoundingBox;
  /** Clockwise angle of the line through the eyes, in radians; absent when the model does not find eyes. */
  roll?: number;
  /** Absent when the model finds no landmarks, or the face lies on its side. */
  landmarks?: FaceLandmarks;
}

/** Finds faces in an image, including the small faces of a group. */
export interface FaceDetector {
  readonly identity: ModelIdentity;
  /** Returns the faces with at least `minConfidence` (0 to 1), most confident first. */
  run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<DetectedFace[]>;
}

/** Estimates the expression of faces. */
export interface ExpressionReader {
  readonly identity: ModelIdentity;
  /** Every expression that it can return. */
  readonly labels: readonly string[];
  /** Returns, for each face, a probability by label; the probabilities of a face sum to 1. */
  run(
    image: Image,
    faces: readonly Pick<DetectedFace, 'bounding_box' | 'roll'>[],
    options?: { timer?: TimingRecorder },
  ): Promise<Record<string, number>[]>;
}

/** The parts of a face that its vector is made from. Without landmarks the box is used, and the vector is worse. */
export type FaceToEmbed = Pick<DetectedFace, 'bounding_box' | 'roll' | 'landmarks'>;

/** Describes faces by numbers: vectors of one person's faces point in nearly the same direction. */
export interface FaceEmbedder {
  readonly identity: ModelIdentity;
  /** Returns the vector of each face, as the network gives it: its length is not 1. */
  run(image: Image, faces: readonly FaceToEmbed[], options?: { timer?: TimingRecorder }): Promise<Float32Array[]>;
}

/** A point of a body, in pixels of the upright image. It may lie outside the image. */
export interface BodyPoint {
  /** Pixels from the left edge. */
  x: number;
  /** Pixels from the top edge. */
  y: number;
  /** The model's score, 0 to 1; not calibrated. */
  score: number;
}

/** Finds the points of one person's body. */
export interface PoseEstimator {
  readonly identity: ModelIdentity;
  /** The names of the points, in the order of the result: `nose`, `left shoulder`, … */
  readonly labels: readonly string[];
  /** Returns a point for each label, for the person in the region. */
  run(image: Image, region: Region, options?: { timer?: TimingRecorder }): Promise<BodyPoint[]>;
}

/** The position of a line of text, in pixels of the upright image. */
export interface TextRegion {
  /** Pixels. */
  centre: { x: number; y: number };
  /** Unit vector along the line. The text may start at either end. */
  direction: { x: number; y: number };
  /** Pixels along the direction. */
  length: number;
  /** Pixels across the direction. */
  height: number;
  /** Whether the edge of the image probably cuts through the line. */
  isCut?: boolean;
  /**
   * How far a bent line lies beside the rectangle's axis, in pixels across it: at places that are `step` pixels apart and have the
   * rectangle's middle. Missing for a straight line.
   */
  bend?: { step: number; offsets: readonly number[] };
}

/** Finds lines of text in an image. */
export interface TextDetector {
  readonly identity: ModelIdentity;
  /** Returns the lines in the order of reading. */
  run(image: Image, options: { timer?: TimingRecorder }): Promise<TextRegion[]>;
}

/** A line of text cut out of an image and turned level. */
export interface TextLineCrop {
  /** height × width × 3 bytes, row by row, in the order R G B. */
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Tells whether a line of text is upside down. */
export interface TextOrientation {
  readonly identity: ModelIdentity;
  /** Returns the probability that the line is upside down, 0 to 1. */
  upsideDown(crop: TextLineCrop): Promise<number>;
}

/** A piece of recognized text: a line, a word or a character. */
export interface TextPart {
  text: string;
  /** The calibrated share of its characters that are probably right, 0 to 1. */
  confidence: number;
  bounding_box: BoundingBox;
  /** Corners in whole pixels, clockwise as the text is read, from the start of the upper edge. */
  polygon: { x: number; y: number }[];
}

/** A recognized word. Character places are as the model saw them, accurate to about a third of a character's width. */
export interface RecognizedWord extends TextPart {
  characters: TextPart[];
}

/** A recognized line of text, with its words in reading order. */
export interface RecognizedLine extends TextPart {
  words: RecognizedWord[];
}

/** Reads the text in an image. */
export interface TextReader {
  readonly identity: ModelIdentity;
  /** Other models that it always runs. */
  readonly uses: readonly ModelIdentity[];
  /** Every single character that it can return. */
  readonly characters: readonly string[];
  /**
   * Returns the lines with at least `minConfidence` (0 by default), in the order of reading.
   * @param options `used` is called with a further model when the image needs it, `warn` with what a caller should know about the
   * text.
   */
  run(
    image: Image,
    options: {
      minConfidence?: number;
      timer?: TimingRecorder;
      used?: (model: ModelIdentity) => void;
      warn?: (message: string) => void;
    },
  ): Promise<RecognizedLine[]>;
}

/** A line as the second model read it, step by step from its beginning. */
export interface RereadLine {
  /** The characters, spaces included. `step` and `last` are the first and the last step of each. */
  characters: { character: string; step: number; last: number; probability: number }[];
  /** The probability of a space at each step. */
  spaces: Float32Array;
}

/** Reads a line again when the first model is not sure of it. */
export interface TextRereader {
  readonly identity: ModelIdentity;
  /** Height of its strips in pixels. */
  readonly height: number;
  /** Every character that it can return. */
  readonly characters: readonly string[];
  /** Returns the characters of the line that the strip shows, with their confidences. */
  read(crop: TextLineCrop): Promise<RereadLine>;
}

/** How much of a text an encoder knows and read. */
interface KnownText {
  /** The share of non-blank characters that the encoder knows, 0 to 1. Below a half, its answer says little. */
  known: number;
  /** How many words and parts of words at the end of the text were not read, because it has too many; absent if all were read. */
  unread?: number;
}

/** A text as a vector. */
export interface EmbeddedText extends KnownText {
  /** The embedder's `size` numbers, scaled to length 1. Two vectors have a high cosine where their texts say the same. */
  vector: Float32Array;
  /** The number of words and parts of words that were read. */
  tokens: number;
}

/** A text with the states of its tokens: words and parts of words. */
export interface EncodedText extends KnownText {
  /** Where each token begins, in UTF-16 units of the text; the blank before it is not included. */
  starts: Uint32Array;
  /** Where each token ends, exclusive. */
  ends: Uint32Array;
  /** `stateSize` numbers for each token, row by row. */
  states: Float32Array;
}

/** Makes vectors of texts in many languages. */
export interface TextEmbedder {
  readonly identity: ModelIdentity;
  /** The number of values in a vector. */
  readonly size: number;
  /** The number of values in a token's state. */
  readonly stateSize: number;
  /**
   * Returns the vector of each text. A long text is read in windows, and its vector is the mean of theirs.
   * @param options `role` is `query` by default. Texts that answer a query, such as descriptions, are a `passage`.
   */
  embed(texts: readonly string[], options?: { timer?: TimingRecorder; role?: 'query' | 'passage' }): Promise<EmbeddedText[]>;
  /** Returns the tokens of each text, in two thirds of the time of a vector. States take kilobytes: send a long text in parts. */
  encode(texts: readonly string[], options?: { timer?: TimingRecorder }): Promise<EncodedText[]>;
  /**
   * Returns the tokens of each text without their context: a state is the token's row in the vocabulary, `size` numbers. Takes a
   * twentieth of the time of `encode`.
   */
  rows(texts: readonly string[]): EncodedText[];
}

/** A text with the labels that fit it. */
export interface ClassifiedText extends KnownText {
  /** Every label with its calibrated probability, most likely first. They sum to less than 1 where no label fits the text. */
  classifications: { label: string; confidence: number }[];
}

/** Tells to which of its classes a text belongs. */
export interface TextClassifier {
  readonly identity: ModelIdentity;
  /** Other models that this one runs. */
  readonly uses: readonly ModelIdentity[];
  /** Every label that it can return. */
  readonly labels: readonly string[];
  /** Returns one answer for each text, in their order. */
  run(texts: readonly string[], options?: { timer?: TimingRecorder }): Promise<ClassifiedText[]>;
}

/** A span of a text that a model names; offsets are UTF-16 units, `end` exclusive. */
export interface NamedSpan {
  /** One of the model's `types`. */
  type: string;
  start: number;
  end: number;
  /** The model's probability for the span. */
  confidence: number;
}

/** A text with the spans that a model named, in the order of the text. */
export interface NamedText extends KnownText {
  spans: NamedSpan[];
}

/** Names spans of texts by labelling each token. */
export interface TokenClassifier {
  readonly identity: ModelIdentity;
  /** Every span type that it can return. */
  readonly types: readonly string[];
  /** Returns one answer for each text, in their order. A long text is read in overlapping windows. */
  run(texts: readonly string[], options?: { timer?: TimingRecorder }): Promise<NamedText[]>;
}

/** The model tasks, and the interface of a model for each. */
export interface ModelTasks {
  'image-classification': ImageClassifier;
  'image-embedding': ImageEmbedder;
  'object-detection': ObjectDetector;
  'face-detection': FaceDetector;
  'facial-expression': ExpressionReader;
  'face-embedding': FaceEmbedder;
  'pose-estimation': PoseEstimator;
  'text-detection': TextDetector;
  'text-orientation': TextOrientation;
  'text-recognition': TextReader;
  'text-rereading': TextRereader;
  'text-embedding': TextEmbedder;
  'text-classification': TextClassifier;
  'token-classification': TokenClassifier;
}

/** The name of a task. */
export type ModelTask = keyof ModelTasks;

/** Provides models to capabilities: one set for each worker thread. */
export interface ModelSource {
  /**
   * Returns the model with the name, or the default for the task; loads it at the first call. After the model's file changes, the
   * returned object runs the new model.
   * @throws PerceptError INVALID_REQUEST for `model` when the task has no model with that name.
   */
  get<T extends ModelTask>(task: T, name?: string): Promise<ModelTasks[T]>;
}
