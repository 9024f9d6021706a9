import type { ModelFolder } from '../manifest';
/** Where a model's .onnx file is, or will be once it is prepared. */
export interface ModelLocation {
    file: string;
    /** SHA-256, hex: of the file, or of everything that the converted file is made from. */
    digest: string;
    /** What the file is converted or rewritten from; absent where the file was there from the start. */
    source?: string;
    /** The whole alphabet of a model that reads text, a character a line. */
    alphabet?: string;
    /** The file of the manifest's `head`. */
    head?: string;
}
/** @throws Error where the weights are missing or are not those that the manifest names. */
export declare function locate(model: ModelFolder, dataDir: string): ModelLocation;
