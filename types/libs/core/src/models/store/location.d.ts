import type { ModelFolder } from '../manifest';
/** Where a model's .onnx file is, or will be once it is prepared. */
export interface ModelLocation {
    file: string;
    /** SHA-256, hex: of the file, or of everything that the converted file is made from. */
    digest: string;
    /** The graph that the file is converted from; absent where the file was there from the start. */
    graph?: string;
    /** The file of the manifest's `head`. */
    head?: string;
}
/** @throws Error where the weights are missing or are not those that the manifest names. */
export declare function locate(model: ModelFolder, dataDir: string): ModelLocation;
