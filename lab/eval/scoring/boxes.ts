/** Pixels; `x`, `y` is the upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the two boxes' union that both of them cover, 0..1. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.width * a.height + b.width * b.height - shared);
}

/** An object that is in the image. */
export interface Truth {
  label: string;
  box: Box;
}

/** An object that the detector says is in the image. */
export interface Claim extends Truth {
  /** 0..1. */
  confidence: number;
}

/** One image: what is in it and what was claimed about it. */
export interface EvaluatedAttempt {
  truths: Truth[];
  claims: Claim[];
}
