import type { Picture, PictureProperties } from './picture';
/** A picture whose bytes are decoded for every size that is asked of it. @param read as in `Picture`. */
export declare function encodedPicture(properties: PictureProperties, bytes: Uint8Array, read: Pick<Picture, 'rgb' | 'metadata'>): Picture;
