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
  /** Calibrated probability that the image shows it, 0 to 1. For a scene inferred from objects it is a score. */
  confidence: number;
  /** The kind of label, such as `animal` or `scene`; `general` when the model declares none. */
  category: string;
  /** Wider names, the nearest first, such as `dog` and `animal` for `beagle`; absent when there are none. */
  parents?: string[];
}

/** Labels an image as a whole. */
export interface ImageClassifier {
  readonly identity: ModelIdentity;
  /** Other models that it runs. */
  readonly uses: readonly ModelIdentity[];
  /** Every label that it can return. */
  readonly labels: readonly string[];
  /** Returns the labels with at least `minConfidence` (0 to 1), most likely first; an empty list when none fits. */
  run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<Classification[]>;
}

/** Compares pictures with texts: both have vectors in one space. */
export interface PictureTexts {
  /** What is said of a label unless the caller says something else; `{}` stands for it. */
  readonly templates: readonly string[];
  /** Returns, for each label, the probability that the picture with this vector shows it. */
  compare(
    vector: Float32Array,
    labels: readonly string[],
    options?: { templates?: readonly string[]; timer?: TimingRecorder },
  ): Promise<number[]>;
  /** Returns the vector of each text, in the space of the pictures. What is longer than the network reads is cut off. */
  embed(texts: readonly string[], options?: { timer?: TimingRecorder }): Promise<EmbeddedText[]>;
}

/** Describes an image by numbers: alike images have vectors of nearly one direction. */
export interface ImageEmbedder {
  readonly identity: ModelIdentity;
  /** How many numbers a vector has. */
  readonly dimensions: number;
  /** Pixels of the longer side that it needs of an image at least. */
  readonly inputSize: number;
  /** Reads texts too, if the model does. */
  readonly texts?: PictureTexts;
  /**
   * Returns the vector of the image, or of a region of it, as the network gives it: its length is not 1. An image that several
   * models ask about is computed once.
   */
  run(image: Image, options?: { region?: Region; timer?: TimingRecorder }): Promise<Float32Array>;
}

/**
 * Points of a face, in pixels of the upright image; they may lie outside it. Left and right are those of who looks at an upright
 * face: its left eye is on the left. `mouth` is its middle; an ear that is turned away is an estimate.
 */
export type FaceLandmarks = Record<
  'left_eye' | 'right_eye' | 'nose' | 'mouth' | 'left_ear' | 'right_ear',
  { x: number; y: number }
>;

/** A face in an image. */
export interface DetectedFace {
  /** Calibrated probability that it is a face, 0 to 1. */
  confidence: number;
  /** The box from the eyebrows to the chin. */
  bounding_box: BoundingBox;
  /** Clockwise angle of the line through the eyes, in radians; absent when the model does not find eyes. */
  roll?: number;
  /** Absent when the model has none, or the face lies on its side. */
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

/** What of a face its vector is made from. Without landmarks its box is taken, and the vector is worse. */
export type FaceToEmbed = Pick<DetectedFace, 'bounding_box' | 'roll' | 'landmarks'>;

/** Describes faces by numbers: faces of one person have vectors of nearly one direction. */
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
  /** Its corners in whole pixels, clockwise as it is read: the beginning of its upper edge first. */
  polygon: { x: number; y: number }[];
}

/** A recognized word. The place of a character is where the model saw it, to about a third of its width. */
export interface TextWord extends TextPart {
  characters: TextPart[];
}

/** A recognized line of text, with its words from its beginning on. */
export interface TextLine extends TextPart {
  words: TextWord[];
}

/** Reads the text in an image. */
export interface TextReader {
  readonly identity: ModelIdentity;
  /** Other models that it always runs. */
  readonly uses: readonly ModelIdentity[];
  /** Every character that it can return by itself. */
  readonly characters: readonly string[];
  /**
   * Returns the lines with at least `minConfidence` (0 by default), in the order of reading.
   * @param options `used` is called with a further model when the image needs it, `warn` with what a caller should know of the text.
   */
  run(
    image: Image,
    options: {
      minConfidence?: number;
      timer?: TimingRecorder;
      used?: (model: ModelIdentity) => void;
      warn?: (message: string) => void;
    },
  ): Promise<TextLine[]>;
}

/** What a model read again, step by step from the beginning of the line. */
export interface RereadLine {
  /** With its spaces. `step` and `last` are the first and the last step of each. */
  characters: { character: string; step: number; last: number; probability: number }[];
  /** For each step the probability of a space. */
  spaces: Float32Array;
}

/** Reads a line again of which another model is not sure. */
export interface TextRereader {
  readonly identity: ModelIdentity;
  /** Pixels: how tall its strips are. */
  readonly height: number;
  /** Every character that it can return. */
  readonly characters: readonly string[];
  /** Returns the characters of the line that the strip shows, with their confidences. */
  read(crop: TextLineCrop): Promise<RereadLine>;
}

/** What an encoder knows of a text. */
export interface KnownText {
  /** The share of the characters that the encoder knows, 0 to 1, blanks aside. Below a half, what it says of the text is little. */
  known: number;
}

/** A text as a vector. */
export interface EmbeddedText extends KnownText {
  /** As many numbers as the embedder's `size`, of length 1. The cosine of two of them is high where the texts say the same. */
  vector: Float32Array;
  /** Words and parts of words that were read. */
  tokens: number;
}

/** A text with the states of its tokens: words and parts of words. */
export interface EncodedText extends KnownText {
  /** Where each token begins, in UTF-16 units of the text, without the blank before it. */
  starts: Uint32Array;
  /** Where each token ends, exclusive. */
  ends: Uint32Array;
  /** For each token `stateSize` numbers, row by row. */
  states: Float32Array;
}

/** Makes vectors of texts in many languages. */
export interface TextEmbedder {
  readonly identity: ModelIdentity;
  /** Numbers of a vector. */
  readonly size: number;
  /** Numbers of a token's state. */
  readonly stateSize: number;
  /**
   * Returns the vector of each text. A long text is read in windows, of which the vector is the mean.
   * @param options `role` is `query` by default. Texts that answer one, such as descriptions, are a `passage`.
   */
  embed(texts: readonly string[], options?: { timer?: TimingRecorder; role?: 'query' | 'passage' }): Promise<EmbeddedText[]>;
  /**
   * Returns the tokens of each text: what layers of our own judge by, in two thirds of the time of a vector. A state is some kilobytes, so send
   * a long text in parts.
   */
  encode(texts: readonly string[], options?: { timer?: TimingRecorder }): Promise<EncodedText[]>;
}

/** A text with the labels that fit it. */
export interface ClassifiedText extends KnownText {
  /** Every label with its calibrated probability, most likely first. They sum to less than 1 where the text is of no class. */
  classifications: { label: string; confidence: number }[];
}

/** Tells which of its classes a text is of. */
export interface TextClassifier {
  readonly identity: ModelIdentity;
  /** Other models that it runs. */
  readonly uses: readonly ModelIdentity[];
  /** Every label that it can return. */
  readonly labels: readonly string[];
  /** One answer for each text, in their order. */
  run(texts: readonly string[], options?: { timer?: TimingRecorder }): Promise<ClassifiedText[]>;
}

/** A span of a text that a model names; offsets are UTF-16 units, `end` exclusive. */
export interface NamedSpan {
  /** One of the model's `types`. */
  type: string;
  start: number;
  end: number;
  /** Probability that the model gives it. */
  confidence: number;
}

/** A text with what a model names in it, in the order of the text. */
export interface NamedText extends KnownText {
  spans: NamedSpan[];
}

/** Names spans of texts by a label for each token. */
export interface TokenClassifier {
  readonly identity: ModelIdentity;
  /** Every type of a span that it can return. */
  readonly types: readonly string[];
  /** One answer for each text, in their order. A long text is read in windows that overlap. */
  run(texts: readonly string[], options?: { timer?: TimingRecorder }): Promise<NamedText[]>;
}

/** The tasks that models are for, and the interface of a model for each task. */
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
   * @throws PerceptError INVALID_REQUEST for `model` when no model with that name is for the task.
   */
  get<T extends ModelTask>(task: T, name?: string): Promise<ModelTasks[T]>;
}
