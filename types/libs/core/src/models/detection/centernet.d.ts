import type { Tensor } from 'onnxruntime-node';
import type { Candidate } from './candidate';
import type { DecodeOptions } from './decoders';
/**
 * CenterNet (TTFNet boxes): `logits` is 1 × labels × rows × columns, a peak for each object; `wh` is 1 × 4 × rows × columns,
 * the distances from the peak to the left, top, right and bottom edge in pixels of the input.
 */
export declare function decodeCenterNet(outputs: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[];
/** The highest value of each label's heatmap. */
export declare function highestLogits(outputs: Readonly<Record<string, Tensor>>): Float32Array;
