import { overlap, type Claim, type EvaluatedAttempt, type Truth } from './boxes';

/** Claims counted for each image and label, as COCO does it. */
const MAX_CLAIMS = 100;

/** A claim and whether it found an object. */
export interface Verdict {
  confidence: number;
  right: boolean;
}

/**
 * Matches the claims about one image with its objects, both of one label, as COCO does: the most confident claim
 * chooses first, and takes the free object that it overlaps most, if by `threshold` or more.
 */
export function match(truths: readonly Truth[], claims: readonly Claim[], threshold: number): Verdict[] {
  return assign(truths, claims, threshold).map(({ confidence, truth }) => ({ confidence, right: truth !== undefined }));
}

/** The objects that no claim found. */
export function unmatched(truths: readonly Truth[], claims: readonly Claim[], threshold: number): Truth[] {
  const found = new Set(assign(truths, claims, threshold).map(({ truth }) => truth));
  return truths.filter((truth) => !found.has(truth));
}

function assign(truths: readonly Truth[], claims: readonly Claim[], threshold: number) {
  const taken = new Set<Truth>();
  const ranked = [...claims].sort((a, b) => b.confidence - a.confidence).slice(0, MAX_CLAIMS);
  return ranked.map(({ confidence, box }) => {
    let best: Truth | undefined;
    let most = threshold;
    for (const truth of truths) {
      const shared = taken.has(truth) ? -1 : overlap(truth.box, box);
      if (shared >= most) [best, most] = [truth, shared];
    }
    if (best) taken.add(best);
    return { confidence, truth: best };
  });
}

/** The labels that occur among the objects of the images. */
export function labelsOf(images: readonly EvaluatedAttempt[]): string[] {
  return [...new Set(images.flatMap(({ truths }) => truths.map(({ label }) => label)))].sort();
}

/** The verdicts on the claims of one label over all images. */
export function verdictsOf(images: readonly EvaluatedAttempt[], label: string, threshold: number): Verdict[] {
  const ofLabel = <T extends Truth>(boxes: T[]) => boxes.filter((each) => each.label === label);
  return images.flatMap(({ truths, claims }) => match(ofLabel(truths), ofLabel(claims), threshold));
}

/** The verdicts on every claim; a claim of a label that no image shows is wrong. */
export function allVerdicts(images: readonly EvaluatedAttempt[], threshold: number): Verdict[] {
  const claimed = images.flatMap(({ claims }) => claims.map(({ label }) => label));
  return [...new Set(claimed)].flatMap((label) => verdictsOf(images, label, threshold));
}
