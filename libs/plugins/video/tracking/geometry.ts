import type { BoundingBox } from '@percept/sdk/models';

export interface FramePoint {
  x: number;
  y: number;
}

export const findCentre = ({ x, y, width, height }: BoundingBox): FramePoint => ({ x: x + width / 2, y: y + height / 2 });
export const pointDistance = (one: FramePoint, other: FramePoint) => Math.hypot(one.x - other.x, one.y - other.y);
/** Side of a square with the area of the box, in pixels. */
export const measureBox = ({ width, height }: BoundingBox) => Math.sqrt(width * height);

/** Common area of both boxes, in square pixels. */
export function shared(one: BoundingBox, other: BoundingBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Intersection over union, 0..1. */
export function overlap(one: BoundingBox, other: BoundingBox): number {
  const both = shared(one, other);
  return both / (one.width * one.height + other.width * other.height - both);
}

/** The box enlarged `times` times around its centre, clipped at the borders; in whole pixels. */
export function enlarged(box: BoundingBox, times: number, border: { width: number; height: number }): BoundingBox {
  const { x, y } = findCentre(box);
  const left = Math.max(0, Math.floor(x - (box.width * times) / 2));
  const top = Math.max(0, Math.floor(y - (box.height * times) / 2));
  const right = Math.min(border.width, Math.ceil(x + (box.width * times) / 2));
  const bottom = Math.min(border.height, Math.ceil(y + (box.height * times) / 2));
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Interpolates between two boxes, `part` of the way from the first. */
export function between(one: BoundingBox, other: BoundingBox, part: number): BoundingBox {
  const mix = (from: number, to: number) => Math.round(from + (to - from) * part);
  return {
    x: mix(one.x, other.x),
    y: mix(one.y, other.y),
    width: mix(one.width, other.width),
    height: mix(one.height, other.height),
  };
}
