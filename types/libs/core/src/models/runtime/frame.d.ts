import type { InputSection } from '../manifest';
/** The model's input in pixels, and the part of it that the picture fills. */
export interface Frame {
    width: number;
    height: number;
    content: {
        x: number;
        y: number;
        width: number;
        height: number;
    };
}
interface Size {
    width: number;
    height: number;
}
/** The input that a picture of this size gets. */
export declare function frameFor(input: Pick<InputSection, 'size' | 'resize' | 'multiple'>, picture: Size): Frame;
export {};
