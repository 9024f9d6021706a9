import type { Picture } from '../../media';
import type { LoadedModel } from '../runtime/loaded-model';
import { type ModelPorts } from '../runtime/ports';
import { type DetectedObject, type ObjectDetector, type StageTimer } from '../tasks';
import { type Calibration } from './calibration';
import { type DetectionDecoder } from './decoders';
/** @throws Error where the manifest names no known decoder, or the model lacks an output that the decoder reads. */
export declare function openObjectDetector(model: LoadedModel): {
    runner: OnnxDetector;
    warm: () => Promise<void>;
    close: () => Promise<void>;
};
/** A detector that also tells how strongly each of its labels shows anywhere in the picture. */
export interface PeakDetector extends ObjectDetector {
    /** Pixels of the longer side of its input. */
    readonly inputSize: number;
    /** The highest logit for each of `labels`. */
    peaks(picture: Picture, timer?: StageTimer): Promise<Float32Array>;
}
/** @throws Error where the model has no such thing to tell. */
export declare function withPeaks(detector: ObjectDetector): PeakDetector;
declare class OnnxDetector implements PeakDetector {
    private readonly model;
    private readonly decoder;
    private readonly ports;
    private readonly calibration;
    readonly identity: import("../tasks").ModelIdentity;
    readonly labels: readonly string[];
    constructor(model: LoadedModel, decoder: DetectionDecoder, ports: ModelPorts, calibration: Calibration);
    run(picture: Picture, options: {
        minConfidence: number;
        timer?: StageTimer;
    }): Promise<DetectedObject[]>;
    get inputSize(): number;
    get hasPeaks(): boolean;
    peaks(picture: Picture, timer?: StageTimer): Promise<Float32Array>;
    warm(): Promise<void>;
    private infer;
    /** What is left after suppression of all that could reach the confidence, cut at the picture's edges. */
    private candidates;
    private confidence;
}
export {};
