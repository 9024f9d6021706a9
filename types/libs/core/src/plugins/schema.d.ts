import type { CapabilityDefinition, Class } from './define';
/** JSON Schema 2020-12, as OpenAPI 3.1 takes it; without `$ref`. */
export interface JsonSchema {
    type?: string;
    description?: string;
    properties?: Record<string, JsonSchema>;
    required?: string[];
    additionalProperties?: boolean | JsonSchema;
    items?: JsonSchema;
    enum?: unknown[];
    default?: unknown;
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    exclusiveMaximum?: number;
    minLength?: number;
    maxLength?: number;
    minItems?: number;
    maxItems?: number;
    pattern?: string;
    format?: string;
    oneOf?: JsonSchema[];
    [keyword: string]: unknown;
}
/**
 * The schema of a class from its decorators: defaults are those of a new instance, nested classes (by `@Type`) are
 * written out, unknown properties are refused.
 * @throws Error where a class holds itself.
 */
export declare function jsonSchemaOf(target: Class): JsonSchema;
/** The schema of a capability's answer: what its handler gives, and the time that the host adds. */
export declare function outputSchemaOf(capability: Pick<CapabilityDefinition, 'output'>): JsonSchema;
/** The class of a property's objects, where `@Type` names one. */
export declare function nestedClass(target: Class, property: string): Class | undefined;
