import type { PictureFormat } from './picture';
/** The format that the bytes are in, whatever the name or the declared type says; undefined for any other. */
export declare function pictureFormat(bytes: Uint8Array): PictureFormat | undefined;
/** What the bytes are instead of a picture, in words that fit into a sentence: `a GIF`, `text`, `empty`. */
export declare function nameOfBytes(bytes: Uint8Array): string;
