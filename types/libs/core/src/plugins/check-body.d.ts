import type { Class } from './define';
/**
 * A small JSON body, or a query whose values are texts, as an instance of its class: the rules and sentences of a
 * capability's input, for every other operation.
 * @throws PerceptError INVALID_REQUEST naming the field at fault.
 */
export declare function checkBody<T extends object>(bodyClass: Class<T>, body: unknown, { fromText }?: {
    fromText?: boolean | undefined;
}): T;
