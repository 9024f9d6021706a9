import { type ASTNode } from '@marcbachmann/cel-js';
/** Values by name that an expression may refer to. Objects without a prototype are the safest. */
export type Scope = Record<string, unknown>;
/** A mistake in an expression; the offset counts from the expression's first character. */
export declare class ExpressionError extends Error {
    readonly offset: number;
    constructor(message: string, offset: number);
}
/** A node of a parsed expression. Names and arguments follow the library: see `children`. */
export type Ast = ASTNode;
export interface Expression {
    readonly source: string;
    readonly ast: Ast;
    /** CEL's word for the result's type: `string`, `bool`, `list`, … or `dyn` where it is known only at run time. */
    readonly type: string;
    /** @throws ExpressionError where the values do not fit: a missing key, a wrong type, an index out of range. */
    evaluate(scope: Scope): unknown;
}
/** @throws ExpressionError for a mistake in syntax, type or size. Names are checked by `checkNames`. */
export declare function compileExpression(source: string): Expression;
/** The nodes directly below a node, in the order of the text. */
export declare function children(ast: Ast): Ast[];
