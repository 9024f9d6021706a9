/** What a BMP says about itself. Sizes in pixels, offsets in bytes from the start of the file. */
export interface BmpHeader {
    width: number;
    height: number;
    /** Rows are stored from the top; as a rule they come from the bottom. */
    topDown: boolean;
    bitsPerPixel: number;
    pixelsAt: number;
    /** Bits of a pixel that hold red, green, blue and alpha; where there is no palette. Alpha 0: opaque. */
    masks: [number, number, number, number];
    palette: {
        at: number;
        colours: number;
        bytesEach: 3 | 4;
    } | undefined;
}
/** @throws Error that says what is wrong with the header, or which kind of BMP is not read. */
export declare function readBmpHeader(bytes: Uint8Array): BmpHeader;
