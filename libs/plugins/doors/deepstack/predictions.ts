import type { DoorOutput } from '@percept/sdk/doors';
import type { BoundingBox } from '@percept/sdk/models';

/** A box given by its corners, in pixels of the upright image. */
interface DeepStackPrediction {
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

/** A capability's answer, for its times. */
export type Timed = Pick<DoorOutput, 'timings'>;

interface Found {
  confidence: number;
  bounding_box: BoundingBox;
}

export function toPrediction({ confidence, bounding_box: { x, y, width, height } }: Found, label?: string): DeepStackPrediction {
  return { ...(label !== undefined && { label }), confidence, x_min: x, y_min: y, x_max: x + width, y_max: y + height };
}

/** The answer with the fields that CodeProject.AI adds to DeepStack's. */
export function withPredictions(predictions: DeepStackPrediction[], result: Timed): object {
  return { success: true, predictions, count: predictions.length, ...toMilliseconds(result) };
}

/** Milliseconds for the model and for the whole call. */
export function toMilliseconds({ timings }: Timed): { code: number; inferenceMs: number; processMs: number } {
  const total = Object.values(timings).reduce((sum, ms) => sum + ms, 0);
  return { code: 200, inferenceMs: Math.round(timings.inference ?? 0), processMs: Math.round(total) };
}
