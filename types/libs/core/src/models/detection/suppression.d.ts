import type { Candidate } from './candidate';
/**
 * Greedy suppression, label by label: of boxes that overlap by more than `overlap` (intersection over union) the one with the
 * highest score stays. Best first.
 */
export declare function suppress(candidates: Candidate[], overlap: number): Candidate[];
type Box = Pick<Candidate, 'left' | 'top' | 'right' | 'bottom'>;
export declare const area: (box: Box) => number;
export declare function intersectionOverUnion(one: Box, other: Box): number;
export {};
