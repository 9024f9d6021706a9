import type { CallResult } from '@percept/core';
import type { BoundingBox } from '@percept/sdk/models';

/** A box in pixels of the upright image, by its corners. */
export interface Prediction {
  label?: string;
  /** The name of a person. */
  userid?: string;
  /** 0 to 1. */
  confidence: number;
  x_min: number;
  y_min: number;
  x_max: number;
  y_max: number;
}

interface Found {
  confidence: number;
  bounding_box: BoundingBox;
}

export function toPrediction({ confidence, bounding_box: { x, y, width, height } }: Found, label?: string): Prediction {
  return { ...(label !== undefined && { label }), confidence, x_min: x, y_min: y, x_max: x + width, y_max: y + height };
}

/** The answer with what CodeProject.AI adds to DeepStack's. */
export function withPredictions(predictions: Prediction[], result: CallResult): object {
  return { success: true, predictions, count: predictions.length, ...timesOf(result) };
}

/** Milliseconds: of the model, and of the whole call. */
export function timesOf({ timings }: CallResult): { code: number; inferenceMs: number; processMs: number } {
  const total = Object.values(timings).reduce((sum, ms) => sum + ms, 0);
  return { code: 200, inferenceMs: Math.round(timings.inference ?? 0), processMs: Math.round(total) };
}
