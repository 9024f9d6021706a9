export { type Ast, type Expression, type EvaluationContext, children, compileExpression } from './cel';
export { ExpressionError } from './error';
