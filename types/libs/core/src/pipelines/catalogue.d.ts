import { type CapabilityDefinition } from '../plugins';
import type { JsonSchema } from './shapes';
/** What the language knows of a capability: its checks and completions follow from these schemas. */
export interface KnownCapability {
    id: string;
    input: JsonSchema;
    output: JsonSchema;
    /** Whether equal input gives equal output. */
    deterministic: boolean;
    summary: string;
}
/** The installed capabilities by id. */
export type Catalogue = ReadonlyMap<string, KnownCapability>;
export declare function catalogueOf(capabilities: ReadonlyMap<string, CapabilityDefinition>): Catalogue;
