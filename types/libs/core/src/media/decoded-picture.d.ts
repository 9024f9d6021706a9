import type { Picture, PictureProperties, Size } from './picture';
/** A picture whose bytes are decoded for every size that is asked of it. @param decode see `Picture.rgb`. */
export declare function encodedPicture(properties: PictureProperties, bytes: Uint8Array, decode: (size: Size) => Promise<Uint8Array>): Picture;
