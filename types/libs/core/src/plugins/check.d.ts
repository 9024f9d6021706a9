import type { CapabilityDefinition, Class } from './define';
import type { Fields } from './fields';
/**
 * An instance of the input class with its defaults, checked.
 * @throws PerceptError INVALID_REQUEST naming the first parameter at fault as the caller wrote it.
 */
export declare function checkInput<I extends object>(input: Class<I>, fields: Fields): I;
/** @throws Error that names what the plugin answered against its own output class. */
export declare function checkOutput(capability: CapabilityDefinition, output: unknown): void;
