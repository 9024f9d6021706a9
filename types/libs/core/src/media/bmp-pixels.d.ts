import type { BmpHeader } from './bmp-header';
/**
 * Decodes an uncompressed BMP into width × height × 4 bytes, R G B A, from the top left.
 * @throws Error where the file ends before its last row.
 */
export declare function readBmpPixels(bytes: Uint8Array, header: BmpHeader): Uint8Array;
