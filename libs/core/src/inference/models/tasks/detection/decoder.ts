import type { Tensor } from 'onnxruntime-node';
import type { OutputSection } from '../../manifest';
import type { Frame } from '../../runtime';
import type { Candidate } from './candidate';

/** What a decoder needs to know about the model and the image. */
export interface DecodeOptions {
  /** Raw score, above 0; candidates below it are left out. */
  minScore: number;
  /** How many labels the model has. */
  labels: number;
  output: OutputSection;
  frame: Frame;
}

/** Turns the raw output of a family of detectors into boxes. */
export interface DetectionDecoder {
  /** What it reads, and how the model's output for it is called where the manifest's `output.names` does not say. */
  outputs: Readonly<Record<string, string>>;
  /** Inputs that the model may have besides the image, by name. */
  inputs?: {
    names: readonly string[];
    /** Their values for an image of this size. */
    make(frame: Frame): Record<string, Tensor>;
  };
  /** The boxes, with label and raw score. */
  decode(outputs: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[];
  /** The highest logit of each label anywhere in the image, where the model tells such. */
  peaks?(outputs: Readonly<Record<string, Tensor>>): Float32Array;
}
