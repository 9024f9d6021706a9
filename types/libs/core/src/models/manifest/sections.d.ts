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
    /** Pixels: of the long side for `rect`, of the height for `line`, of both sides otherwise. */
    size: number;
    /** Pixels of the height where it is not `size`; for `letterbox`, `stretch` and `crop`. */
    height?: number;
    /**
     * `rect`: long side at `size`, the other in proportion, no padding. `letterbox`: in proportion with bars of `pad`.
     * `stretch`: to both sides, whatever the proportion. `crop`: the middle of the picture, see `crop`. `line`: a line of text
     * cut out of the picture and turned level, as long as it is.
     */
    resize: 'rect' | 'letterbox' | 'stretch' | 'crop' | 'line';
    /** `crop`: fraction of the picture's short side that the input shows; 0.875 is 224 of 256. */
    crop: number;
    /** `letterbox`: value of the bars' pixels. */
    pad: number;
    /** `rect` rounds both sides to this many pixels. */
    multiple: number;
    /** Sizes at which a face detector looks at a picture one after the other, coarse to fine; only `size` where there are none. */
    looks: number[];
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
    /** Names of the model's outputs by what the decoder reads, where they are not the usual ones: `boxes: my_boxes`. */
    names: Record<string, string>;
    /** `ssd`: number of the first label. */
    first_class: number;
    /** `ssd`: order of a box's numbers. */
    box_order: 'yxyx' | 'xyxy';
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
