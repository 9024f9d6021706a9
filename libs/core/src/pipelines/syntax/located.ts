import { ExpressionError, type ParsedExpression } from '../../expressions';

const MAX_SHOWN = 200;

/** The key in a pipeline's text under which a value stands, such as `with.rows` of the step `daily`. */
export interface KeyPath {
  /** Undefined outside steps. */
  step?: string;
  key: string;
}

/** The same expression, but its errors say where it stands. @param at the place as `file:line:column`. */
export function located(expression: ParsedExpression, at: string, place?: KeyPath): ParsedExpression {
  return {
    ...expression,
    evaluate(scope, maxWork) {
      try {
        return expression.evaluate(scope, maxWork);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        throw new ExpressionError(`${error.message} In ${describe(place)}${at}: ${shortened(expression.source)}`, error.offset);
      }
    },
  };
}

/** A place one level deeper. */
export function keyBelow(place: KeyPath | undefined, key: string | number): KeyPath | undefined {
  return place && { ...place, key: typeof key === 'number' ? `${place.key}[${key}]` : `${place.key}.${key}` };
}

function describe(place: KeyPath | undefined): string {
  if (!place) return '';
  return `'${place.key}' of ${place.step === undefined ? 'the pipeline' : `the step '${place.step}'`}, `;
}

function shortened(source: string): string {
  const text = source.trim().replace(/\s+/g, ' ');
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}
