import 'reflect-metadata';
import type { DynamicAxis } from '../tfjs';
/** How a converted graph takes its picture. */
export declare class ConvertedInput {
    type: 'uint8' | 'float32';
    /** The graph computes pixel × scale + bias. */
    scale: number;
    bias: number;
    dynamic: DynamicAxis[];
}
export declare class ConvertedOutput {
    node: string;
    name: string;
    layout: 'NCHW' | 'NHWC';
    /** `mean`: only the mean over rows and columns leaves the graph, a number for each channel. */
    pool?: 'mean';
}
/** A TensorFlow.js graph inside an installed npm package. */
export declare class ConversionSection {
    package: string;
    /** Path of the graph's .json inside the package. */
    file: string;
    input: ConvertedInput;
    outputs: ConvertedOutput[];
}
/** How a picture becomes the model's input. */
export declare class InputSection {
    /** Pixels: of the long side for `rect`, of both sides otherwise. */
    size: number;
    /** `rect`: long side at `size`, the other in proportion, no padding. `letterbox`: in proportion with black bars. */
    resize: 'rect' | 'letterbox' | 'stretch';
    /** `rect` rounds both sides to this many pixels. */
    multiple: number;
    layout: 'NHWC' | 'NCHW';
    type: 'uint8' | 'float32';
    colour: 'RGB' | 'BGR' | 'grey';
    /** Per channel, in pixel values; a `float32` input is (pixel − mean) / std. */
    mean: number[];
    std: number[];
}
export declare class OutputSection {
    decoder: string;
    /** Input pixels for one cell of the output's grid. */
    stride: number;
    /** Boxes of one label that overlap more than this (intersection over union) are one object. */
    overlap: number;
}
/** confidence = sigmoid(intercept + score × logit(raw) + size × ln(px / 64) + labels[label]), px = √(box area) of the input. */
export declare class CalibrationSection {
    method: 'score-size';
    intercept: number;
    /** Positive: a higher raw score never means a lower confidence. */
    score: number;
    size: number;
    labels: Record<string, number>;
}
