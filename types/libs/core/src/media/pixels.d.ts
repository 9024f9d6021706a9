import type { PictureFormat, PictureMetadata, Region, Size } from './picture';
/** One thread for each picture, since every worker has its own core; and no cache, since no picture comes twice. */
export declare function prepareDecoder(): void;
/** Width and height of the upright picture in pixels, from the header alone. @throws Error with the decoder's words. */
export declare function measure(bytes: Uint8Array, format: PictureFormat): Promise<Size>;
/** What the header says beyond the size. @param withPlace see `cameraData`. @throws Error with the decoder's words. */
export declare function readMetadata(bytes: Uint8Array, format: PictureFormat, withPlace: boolean): Promise<Header>;
type Header = Pick<PictureMetadata, 'has_alpha' | 'orientation' | 'color_space' | 'exif'>;
/** See `Picture.rgb`. @throws Error with the decoder's words where the bytes are broken. */
export declare function decode(bytes: Uint8Array, format: PictureFormat, size: Size): Promise<Uint8Array>;
/** Pixels in memory: height × width × 3 bytes, R G B. */
export interface Pixels extends Size {
    rgb: Uint8Array;
}
/** A part of the pixels, scaled. */
export declare function resample(pixels: Pixels, region: Region, size: Size): Promise<Uint8Array>;
export {};
