import { type CapabilityDefinition } from '../plugins';
import type { JsonSchema } from './shapes';
/** What the language knows of a capability: its checks and completions follow from these schemas. */
export interface KnownCapability {
    id: string;
    input: JsonSchema;
    output: JsonSchema;
}
/** The installed capabilities by id. */
export type Catalogue = ReadonlyMap<string, KnownCapability>;
export declare function catalogueOf(capabilities: ReadonlyMap<string, CapabilityDefinition>): Catalogue;
