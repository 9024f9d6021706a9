import type { Frame } from '../runtime/frame';
import type { BoundingBox } from '../tasks';
import type { Candidate } from './candidate';
type Size = {
    width: number;
    height: number;
};
export declare const clamp: (value: number, low: number, high: number) => number;
/** The candidate cut at the edges of what the picture fills of the input. */
export declare function insideFrame(candidate: Candidate, { content }: Frame): Candidate;
/** A candidate's box in whole pixels of the picture: inside its borders, at least one pixel wide and high. */
export declare function placeInPicture(candidate: Candidate, { content }: Frame, picture: Size): BoundingBox;
export {};
