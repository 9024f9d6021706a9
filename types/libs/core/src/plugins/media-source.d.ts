import { type PictureLimits } from '../media';
import type { Fields } from './fields';
import type { CallInput } from './host';
/** Where the picture of a call is to come from; `field` is the parameter that names it. */
export type MediaSource = {
    field: string;
    kind: 'bytes';
    bytes: Uint8Array;
} | {
    field: string;
    kind: 'text';
    text: string;
} | {
    field: string;
    kind: 'url';
    url: string;
} | {
    field: string;
    kind: 'path';
    path: string;
};
/**
 * The one picture of a call.
 * @throws PerceptError INVALID_REQUEST where there is none, more than one, or no way to read it; PAYLOAD_TOO_LARGE.
 */
export declare function findImage(fields: Fields, input: CallInput, limits: PictureLimits): MediaSource;
/** The bytes that a text source holds. @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
export declare function bytesOfText({ text, field }: {
    text: string;
    field: string;
}, limits: PictureLimits): Uint8Array;
