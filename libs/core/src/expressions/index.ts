export { type Ast, type Expression, ExpressionError, type EvaluationContext, children, compileExpression } from './cel';
