import type { Candidate } from '@percept/sdk/models';

/**
 * Greedy suppression, label by label: among boxes that overlap by more than `overlap` (intersection over union), the one with the
 * highest score stays. Best first.
 */
export function suppress(candidates: Candidate[], overlap: number): Candidate[] {
  const byScore = candidates.toSorted((left, right) => right.score - left.score);
  // No overlap exceeds 1.
  if (overlap >= 1) return byScore;
  const kept = new Map<number, Candidate[]>();
  return byScore.filter((candidate) => {
    const rivals = kept.get(candidate.label);
    if (rivals?.some((rival) => intersectionOverUnion(rival, candidate) > overlap)) return false;
    if (rivals) rivals.push(candidate);
    else kept.set(candidate.label, [candidate]);
    return true;
  });
}

type Box = Pick<Candidate, 'left' | 'top' | 'right' | 'bottom'>;

export const area = (box: Box) => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);

export function intersection(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width <= 0 || height <= 0 ? 0 : width * height;
}

export function intersectionOverUnion(one: Box, other: Box): number {
  const shared = intersection(one, other);
  return shared === 0 ? 0 : shared / (area(one) + area(other) - shared);
}
