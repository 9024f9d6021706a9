import type { Tensor } from 'onnxruntime-node';
import type { OutputSection } from '../manifest';
import type { Candidate } from './candidate';
export interface DecodeOptions {
    /** Raw score, above 0; candidates below it are left out. */
    minScore: number;
    /** How many labels the model has. */
    labels: number;
    output: OutputSection;
}
export interface DetectionDecoder {
    /** Outputs that the model must have. */
    outputs: readonly string[];
    decode(outputs: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[];
    /** The highest logit of each label anywhere in the picture, where the model tells such. */
    peaks?(outputs: Readonly<Record<string, Tensor>>): Float32Array;
}
/** How the outputs of a detector are read, by the name that its manifest gives as `output.decoder`. */
export declare const DETECTION_DECODERS: Readonly<Record<string, DetectionDecoder>>;
