import type { Size } from '@percept/sdk';
import { intersectionOverUnion } from '../detection';
import type { FaceCandidate } from './decoder';

/** The maximum enlargement of an image to find small faces: more shows nothing new. */
const MAX_ENLARGED = 1.6;
/** A look sees faces of between this and the next number of pixels on its input. */
const SEEN_FROM = 14;
const SEEN_TO = 160;
/** The score that a look contributes if it should have seen a face, but did not. */
const UNSEEN = 0.12;
/** A box is part of the same face if more than this share of it lies in the other box. */
const CONTAINED = 0.8;

/** A candidate in pixels of the image, with the size of the look that saw it. */
export interface ScaledFace extends FaceCandidate {
  /** Longer side of the look's input in pixels. */
  look: number;
}

/** The sizes at which an image is searched, from a coarse view of the whole to its own pixels. At least one. */
export function looksFor(sizes: readonly number[], image: Size): number[] {
  const max = Math.max(image.width, image.height) * MAX_ENLARGED;
  return sizes.filter((size, index) => index < 2 || size <= max);
}

export const measureSide = (box: FaceCandidate) =>
  Math.sqrt(Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top));

/** Size of an object of the image in pixels on a look's input. */
const onInput = (side: number, look: number, image: Size) => (side * look) / Math.max(image.width, image.height);

/** An object too large for a look fills its input and is mostly no face; the coarser looks search for it. */
export function isInRange({ look, ...box }: ScaledFace, looks: readonly number[], image: Size): boolean {
  return look === looks[0] || onInput(measureSide(box), look, image) <= SEEN_TO;
}

/**
 * Merges overlapping sightings into one face. Its box is their mean, weighted by score. Its score is the mean of the logits of the
 * looks that ought to have seen it: a real face shows on every scale, a shape that resembles one does not.
 * @param overlap intersection over union.
 */
export function mergeScales(
  candidates: readonly ScaledFace[],
  looks: readonly number[],
  { image, overlap }: Merging,
): FaceCandidate[] {
  let rest = candidates.toSorted((one, other) => other.score - one.score);
  const faces: FaceCandidate[] = [];
  while (rest.length > 0) {
    const best = rest[0]!;
    const group = rest.filter((each) => each === best || intersectionOverUnion(best, each) > overlap);
    rest = rest.filter((each) => !group.includes(each));
    const box = meanBox(group);
    faces.push({ ...box, score: jointScore(group, box, looks, image), roll: best.roll, landmarks: best.landmarks });
  }
  const byScore = faces.toSorted((one, other) => other.score - one.score);
  return byScore.filter((face, index) => !byScore.slice(0, index).some((better) => partOf(face, better) > CONTAINED));
}

interface Merging {
  image: Size;
  overlap: number;
}

function meanBox(group: readonly ScaledFace[]): FaceCandidate {
  const weight = group.reduce((sum, { score }) => sum + score, 0);
  const mean = (side: 'left' | 'top' | 'right' | 'bottom') =>
    group.reduce((sum, each) => sum + each[side] * each.score, 0) / weight;
  return { score: 0, left: mean('left'), top: mean('top'), right: mean('right'), bottom: mean('bottom') };
}

const logit = (score: number) => Math.log(score / (1 - score));

function jointScore(group: readonly ScaledFace[], box: FaceCandidate, looks: readonly number[], image: Size): number {
  const seen = new Map<number, number>();
  for (const { look, score } of group) seen.set(look, Math.max(score, seen.get(look) ?? UNSEEN));
  const ought = looks.filter((look, index) => {
    const px = onInput(measureSide(box), look, image);
    return (px >= SEEN_FROM || index === looks.length - 1) && (px <= SEEN_TO || index === 0);
  });
  // If a face is too small for all looks but the last, and the last missed it, the looks that saw it count.
  const relevant = ought.length > 0 ? ought : [...seen.keys()];
  const mean = relevant.reduce((sum, look) => sum + logit(Math.min(0.999, seen.get(look) ?? UNSEEN)), 0) / relevant.length;
  return 1 / (1 + Math.exp(-mean));
}

/** The share of a box that lies in another one, 0..1. */
function partOf(box: FaceCandidate, other: FaceCandidate): number {
  const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
  const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
  return width <= 0 || height <= 0 ? 0 : (width * height) / measureSide(box) ** 2;
}
