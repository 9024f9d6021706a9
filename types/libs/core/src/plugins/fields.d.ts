import type { CapabilityDefinition } from './define';
import type { CallInput } from './host';
/** The parameters of a call under their canonical names, and how the caller wrote them. */
export interface Fields {
    values: Record<string, unknown>;
    /** The name that the caller gave for a canonical one. */
    writtenAs(canonical: string): string;
}
/**
 * Reads the parameters of a call and brings aliases under their canonical names.
 * @throws PerceptError INVALID_REQUEST naming what is wrong with the body or the first field at fault.
 */
export declare function readFields(capability: Pick<CapabilityDefinition, 'input'>, input: CallInput): Fields;
