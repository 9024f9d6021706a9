import type { Tensor } from 'onnxruntime-node';
import type { Candidate } from '../detection';
import { decodeBlazeFace } from './blazeface';

/** A box that a decoder found, in pixels of the model's input. */
export type FaceCandidate = Omit<Candidate, 'label'>;

export interface FaceDecoder {
  /** Outputs that the model must have. */
  outputs: readonly string[];
  /** Every box with at least this raw score, not suppressed. */
  decode(outputs: Readonly<Record<string, Tensor>>, minScore: number): FaceCandidate[];
}

/** How the outputs of a face detector are read, by the name that its manifest gives as `output.decoder`. */
export const FACE_DECODERS: Readonly<Record<string, FaceDecoder>> = {
  blazeface: { outputs: ['scores_16', 'scores_8', 'boxes_16', 'boxes_8'], decode: decodeBlazeFace },
};
