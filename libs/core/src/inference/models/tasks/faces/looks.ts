import type { Size } from '../../../media/images';
import { intersectionOverUnion } from '../detection';
import type { FaceCandidate } from './decoder';

/** The maximum enlargement of an image to find small faces: more shows nothing new. */
const MAX_ENLARGED = 1.6;
/** Pixels of the input between which a face is seen, if it is one. */
const SEEN_FROM = 14;
const SEEN_TO = 160;
/** What a look that should have seen a face, and saw none, says of it. */
const UNSEEN = 0.12;
/** A box that lies in another one by more than this is part of the same face. */
const CONTAINED = 0.8;

/** A candidate in pixels of the image, with the size of the look that saw it. */
export interface ScaledFace extends FaceCandidate {
  /** Pixels of the longer side of the look's input. */
  look: number;
}

/** The sizes at which an image is looked at: from the whole of it at a glance to its own pixels. Never none. */
export function looksFor(sizes: readonly number[], image: Size): number[] {
  const max = Math.max(image.width, image.height) * MAX_ENLARGED;
  return sizes.filter((size, index) => index < 2 || size <= max);
}

export const sideOf = (box: FaceCandidate) => Math.sqrt(Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top));

/** Pixels that something of the image has on the input of a look. */
const onInput = (side: number, look: number, image: Size) => (side * look) / Math.max(image.width, image.height);

/** What a look is too fine for fills its input and is mostly no face: the coarser looks are for it. */
export function isInRange({ look, ...box }: ScaledFace, looks: readonly number[], image: Size): boolean {
  return look === looks[0] || onInput(sideOf(box), look, image) <= SEEN_TO;
}

/**
 * One face for all sightings that overlap. Its box is their mean, weighted by score; its score is the mean of the logits of
 * those looks that ought to have seen it: a face is one on every scale, a shape that resembles one is not.
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
    const px = onInput(sideOf(box), look, image);
    return (px >= SEEN_FROM || index === looks.length - 1) && (px <= SEEN_TO || index === 0);
  });
  // A face too small for any look but the last, and missed by that one, is known by who saw it.
  const relevant = ought.length > 0 ? ought : [...seen.keys()];
  const mean = relevant.reduce((sum, look) => sum + logit(Math.min(0.999, seen.get(look) ?? UNSEEN)), 0) / relevant.length;
  return 1 / (1 + Math.exp(-mean));
}

/** How much of a box lies in another one, 0..1. */
function partOf(box: FaceCandidate, other: FaceCandidate): number {
  const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
  const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
  return width <= 0 || height <= 0 ? 0 : (width * height) / sideOf(box) ** 2;
}
