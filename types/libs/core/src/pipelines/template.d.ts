import { type Expression, type Scope } from './cel';
import type { DocNode } from './document';
import type { Findings } from './findings';
import { type Shapes } from './shapes';
/** A value of the pipeline with its `${{ }}` compiled. */
export type Template = {
    kind: 'constant';
    value: unknown;
}
/** Its mistake was reported; it stands for any value. */
 | {
    kind: 'broken';
} | {
    kind: 'expression';
    expression: Expression;
    shape: string | undefined;
} | {
    kind: 'text';
    parts: (string | Expression)[];
} | {
    kind: 'map';
    entries: [string, Template][];
} | {
    kind: 'list';
    items: Template[];
};
/** Where a template stands: what it may refer to, and where its mistakes and references go. */
export interface Surroundings {
    shapes: Shapes;
    findings: Findings;
    /** Gathers the names that are referred to. */
    used: Set<string>;
}
/** Compiles a value; mistakes become findings. */
export declare function compileTemplate(node: DocNode, around: Surroundings): Template;
/** Compiles bare CEL, as in `if`. */
export declare function compileCondition(node: DocNode, around: Surroundings): Expression | undefined;
/** @throws ExpressionError where the values do not fit the expression. */
export declare function evaluateTemplate(template: Template, scope: Scope): unknown;
