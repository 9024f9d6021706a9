import { type PictureLimits } from '../media';
import type { CapabilityDefinition } from './define';
import { type Fields } from './fields';
import type { CallInput } from './host';
import { type MediaSource } from './media-source';
/** A call whose parameters are checked; its media are found, not yet read. */
export interface CheckedCall {
    /** An instance of the capability's input class. */
    params: object;
    fields: Fields;
    media?: MediaSource;
}
/**
 * Checks everything that needs no reading of media.
 * @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE.
 */
export declare function checkCall(capability: CapabilityDefinition, input: CallInput, limits: PictureLimits): CheckedCall;
/**
 * What the handler is given: the checked parameters, with the opened picture as `image`.
 * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE.
 */
export declare function readInput({ params, media }: CheckedCall, limits: PictureLimits): Promise<object>;
