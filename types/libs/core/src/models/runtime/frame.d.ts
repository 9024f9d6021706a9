import type { InputSection } from '../manifest';
/** The model's input in pixels, and where the picture is on it: a part of it, or (cropped) more than all of it. */
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
type FrameRules = Pick<InputSection, 'size' | 'resize'> & Partial<Pick<InputSection, 'height' | 'multiple' | 'crop'>>;
/** The input that a picture of this size gets. */
export declare function frameFor(input: FrameRules, picture: Size): Frame;
export {};
