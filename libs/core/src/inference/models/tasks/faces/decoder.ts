import type { Tensor } from 'onnxruntime-node';
import type { FaceLandmarks } from '../../runtime';
import type { Candidate } from '../detection';

/** A box that a decoder found, in pixels of the model's input. */
export type FaceCandidate = Omit<Candidate, 'label'> & {
  /** Clockwise angle of the line through the eyes, in radians, where the model sees them. */
  roll?: number;
  landmarks?: FaceLandmarks;
};

/** The points at other places. */
export function movePoints(points: FaceLandmarks, to: (x: number, y: number) => { x: number; y: number }): FaceLandmarks {
  const moved = Object.entries(points).map(([name, { x, y }]) => [name, to(x, y)]);
  return Object.fromEntries(moved) as FaceLandmarks;
}

export interface FaceDecoder {
  /** Outputs that the model must have. */
  outputs: readonly string[];
  /** Every box with at least this raw score, not suppressed. */
  decode(outputs: Readonly<Record<string, Tensor>>, minScore: number): FaceCandidate[];
}
