import type { Tensor } from 'onnxruntime-node';
import type { OutputSection } from '../manifest';
import type { Frame } from './frame';

/** A box that a decoder found, in pixels of the model's input, before suppression and calibration. */
export interface Candidate {
  /** Index of its label. */
  label: number;
  /** The model's raw score, 0..1. */
  score: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a decoder needs to know about the model and the image. */
export interface DecodeOptions {
  /** Minimum raw score, above 0; candidates below it are left out. */
  minScore: number;
  /** Number of the model's labels. */
  labels: number;
  output: OutputSection;
  frame: Frame;
}

/** Turns the raw output of a family of detectors into boxes. */
export interface DetectionDecoder {
  /** The default names of the outputs that it reads, by role. The manifest may give others in `output.names`. */
  outputs: Readonly<Record<string, string>>;
  /** Optional inputs of the model besides the image, by name. */
  inputs?: {
    names: readonly string[];
    /** Makes their values for an image of this size. */
    make(frame: Frame): Record<string, Tensor>;
  };
  /** Returns the boxes, with label and raw score. */
  decode(outputs: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[];
  /** Returns the highest logit of each label anywhere in the image; absent where the model does not tell it. */
  peaks?(outputs: Readonly<Record<string, Tensor>>): Float32Array;
}
