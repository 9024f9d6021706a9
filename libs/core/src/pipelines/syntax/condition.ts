import { compileExpression, type EvaluationContext, ExpressionError, type ParsedExpression } from '../../expressions';
import { PerceptError } from '../../kernel';
import { NameCheck } from './value-schema';

/** CEL reserves the name `type`. Ours has the same length, so the places of mistakes stay right. */
const TYPE = 't_pe';
const TYPE_OR_TEXT = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?<![.\w])type(?!\w|\s*\()/g;

/** A CEL expression that gives true or false: which events an endpoint wants, which entries a search looks at. */
export class Condition {
  private readonly expression: ParsedExpression;

  /**
   * @param names of the values that the expression may use.
   * @param maxWork values that its loops may visit, see `ParsedExpression`.
   * @throws INVALID_REQUEST for `filter`, with the place and the reason.
   */
  constructor(
    source: string,
    private readonly names: readonly string[],
    private readonly maxWork?: number,
  ) {
    const text = names.includes('type') ? source.replace(TYPE_OR_TEXT, (found) => (found === 'type' ? TYPE : found)) : source;
    try {
      this.expression = compileExpression(text);
      const { ast, type } = this.expression;
      new NameCheck().visit(ast, new Map(names.map((name) => [inCel(name), {}])));
      if (type !== 'bool' && type !== 'dyn') throw new ExpressionError(`It gives ${type}, but must give true or false.`, 0);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw PerceptError.invalid('filter', `At character ${error.offset + 1}: ${error.message.replaceAll(TYPE, 'type')}`);
    }
  }

  /** Also false for values that the expression does not fit, such as data without a key that it names, and for too much work. */
  holds(values: EvaluationContext): boolean {
    const scope = Object.fromEntries(this.names.map((name) => [inCel(name), values[name]]));
    try {
      return this.expression.evaluate(scope, this.maxWork) === true;
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  }
}

const inCel = (name: string): string => (name === 'type' ? TYPE : name);
