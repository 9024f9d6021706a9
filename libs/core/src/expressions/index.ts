export { type Ast, type ParsedExpression, type EvaluationContext, children, compileExpression } from './cel';
export { ExpressionError } from './error';
