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
