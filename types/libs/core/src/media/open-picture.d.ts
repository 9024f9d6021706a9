import type { Picture, PictureLimits } from './picture';
/**
 * Reads the header of a picture and holds it to the limits; no pixel is decoded.
 * @param field the parameter that the bytes came in, for the errors.
 * @throws PerceptError PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA naming what was found instead of a picture, what is broken,
 *   or which limit is passed.
 */
export declare function openPicture(bytes: Uint8Array, limits: PictureLimits, field?: string): Promise<Picture>;
/** @throws PerceptError PAYLOAD_TOO_LARGE. */
export declare function checkBytes(length: number, maxBytes: number, field: string): void;
