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
}
/** The rows that a step gave, handed on without a look. */
 | {
    kind: 'rows';
    step: string;
    field: string;
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
/** Rows that a step gave and that are no list in memory: those of a block, or those of a file. See `RowSources`. */
export declare class RowsRef {
    readonly step: string;
    readonly field: string;
    readonly file?: string | undefined;
    constructor(step: string, field: string, file?: string | undefined);
}
/** Under it the outcome of a step has the files of its rows, by property. */
export declare const ROW_FILES: unique symbol;
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
