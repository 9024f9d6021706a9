import type { Picture } from '../media';
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
export interface StageTimer {
    time<T>(stage: string, work: () => Promise<T>): Promise<T>;
}
export interface ObjectDetector {
    readonly identity: ModelIdentity;
    readonly labels: readonly string[];
    /** Objects with at least this confidence, most confident first. */
    run(picture: Picture, options: {
        minConfidence: number;
        timer?: StageTimer;
    }): Promise<DetectedObject[]>;
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
    readonly asks: readonly ModelIdentity[];
    /** Everything that it may answer. */
    readonly labels: readonly string[];
    /** What the picture shows with at least this confidence, most likely first; nothing where no label fits. */
    run(picture: Picture, options: {
        minConfidence: number;
        timer?: StageTimer;
    }): Promise<Classification[]>;
}
/** A line of text in a picture. */
export interface TextLine {
    text: string;
    /** Probability that it is read right, 0..1. */
    confidence: number;
    bounding_box: BoundingBox;
}
/** Reads the text in a picture: the task `text-recognition`. */
export interface TextReader {
    readonly identity: ModelIdentity;
    /** Models that it asks on its way. */
    readonly asks: readonly ModelIdentity[];
    /** The lines with at least this confidence, in reading order; nothing where there is no text. */
    run(picture: Picture, options: {
        minConfidence?: number;
        alphabet?: string;
        timer?: StageTimer;
    }): Promise<TextLine[]>;
}
/** The tasks that a model may be for, and what running it looks like. */
export interface ModelTasks {
    'image-classification': ImageClassifier;
    'object-detection': ObjectDetector;
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
