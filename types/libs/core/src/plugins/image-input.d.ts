declare const MEDIA: unique symbol;
/** The ways to pass a picture; exactly one of them is required, and the host opens it before the handler runs. */
export declare class ImageInput {
    /** A mark that outlives a second copy of this package, which `instanceof` does not. */
    static readonly [MEDIA] = "image";
    image?: string;
    image_url?: string;
    image_data?: string;
}
/** The names that a picture may be passed under. */
export declare const IMAGE_FIELDS: readonly ["image", "image_url", "image_data"];
export type ImageField = (typeof IMAGE_FIELDS)[number];
/** Whether an input class asks for a picture. */
export declare function takesImage(input: object): boolean;
export {};
