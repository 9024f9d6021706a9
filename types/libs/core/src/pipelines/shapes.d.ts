import { type Ast } from './cel';
/** The part of JSON Schema that says which properties a value has. */
export interface JsonSchema {
    $ref?: string;
    type?: string | string[];
    properties?: Record<string, JsonSchema>;
    additionalProperties?: boolean | JsonSchema;
    items?: JsonSchema | JsonSchema[];
    required?: string[];
    oneOf?: JsonSchema[];
    [keyword: string]: unknown;
}
/** What is known of a name that an expression may refer to. */
export interface Shape {
    schema?: JsonSchema;
    /** Where `$ref` points into; the schema itself when absent. */
    root?: JsonSchema;
}
export type Shapes = ReadonlyMap<string, Shape>;
/** `{a: 'string'}` → the shape of an object with just these properties. */
export declare function objectShape(properties: Record<string, string | JsonSchema>): Shape;
/** The rows of a step that an expression names and does nothing else with. */
export declare function rowsNamed(ast: Ast): {
    step: string;
    field: string;
} | undefined;
/** Checks every name and property of an expression against what is known, as far as that reaches. */
export declare class NameCheck {
    /** The names referred to. */
    readonly names: Set<string>;
    /** @throws ExpressionError at the first unknown name or property, with the nearest known one. */
    visit(ast: Ast, shapes: Shapes): Shape;
    private name;
    private property;
    private index;
    private method;
}
