import type { Region } from '@percept/sdk';
import { area, intersection, intersectionOverUnion } from './suppression';

/** An object that a pass found, in pixels of the image. */
export interface Sighting {
  label: number;
  confidence: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Index of the pass: 0 is the pass over the whole image. */
  pass: number;
}

/** Two boxes of different passes are one object when the larger contains this share of the smaller. */
const PART = 0.8;

/** Greedy suppression over all passes, label by label. Most confident first. */
export function mergePasses(sightings: readonly Sighting[], overlap: number): Sighting[] {
  const kept = new Map<number, Sighting[]>();
  return sightings
    .toSorted((one, other) => other.confidence - one.confidence)
    .filter((each) => {
      const rivals = kept.get(each.label) ?? [];
      if (rivals.some((rival) => isSame(rival, each, overlap))) return false;
      rivals.push(each);
      kept.set(each.label, rivals);
      return true;
    });
}

function isSame(one: Sighting, other: Sighting, overlap: number): boolean {
  if (intersectionOverUnion(one, other) > overlap) return true;
  return one.pass !== other.pass && intersection(one, other) > PART * Math.min(area(one), area(other));
}

type Size = { width: number; height: number };
type Box = Omit<Sighting, 'label' | 'confidence' | 'pass'>;

/** Whether a tile's border cuts the box off at a place where the image continues. @param slack pixels of the image. */
export function isCut({ left, top, right, bottom }: Box, region: Region, image: Size, slack: number): boolean {
  return (
    (region.x > 0 && left - region.x < slack) ||
    (region.y > 0 && top - region.y < slack) ||
    (region.x + region.width < image.width && region.x + region.width - right < slack) ||
    (region.y + region.height < image.height && region.y + region.height - bottom < slack)
  );
}
