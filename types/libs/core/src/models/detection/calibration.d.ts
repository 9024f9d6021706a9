import type { CalibrationSection } from '../manifest';
/** Turns a raw score into the probability of being right. Monotone: a higher raw score never gives less. */
export interface Calibration {
    /** `px`: square root of the box's area in pixels of the model's input. */
    confidence(score: number, px: number, label: string): number;
    /** The raw score below which no box of at most `maxPx` reaches this confidence. */
    lowestScore(confidence: number, maxPx: number): number;
}
export declare function calibrationFrom(section: CalibrationSection | undefined): Calibration;
