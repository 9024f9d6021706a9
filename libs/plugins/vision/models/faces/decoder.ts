import type { Tensor } from 'onnxruntime-node';
import type { Candidate, FaceLandmarks } from '@percept/sdk/models';

/** A box that a decoder found, in pixels of the model's input. */
export type FaceCandidate = Omit<Candidate, 'label'> & {
  /** Clockwise angle of the line through the eyes, in radians, where the model sees them. */
  roll?: number;
  landmarks?: FaceLandmarks;
};

/** Moves each point to the place that `to` returns. */
export function movePoints(points: FaceLandmarks, to: (x: number, y: number) => { x: number; y: number }): FaceLandmarks {
  const moved = Object.entries(points).map(([name, { x, y }]) => [name, to(x, y)]);
  return Object.fromEntries(moved) as FaceLandmarks;
}

export interface FaceDecoder {
  /** Outputs that the model must have. */
  outputs: readonly string[];
  /** Returns every box with at least this raw score, before suppression. */
  decode(outputs: Readonly<Record<string, Tensor>>, minScore: number): FaceCandidate[];
}
