import { ExpressionError, type Expression } from '../../expressions';

const MAX_SHOWN = 200;

/** The key in a pipeline's text under which a value stands, such as `with.rows` of the step `daily`. */
export interface Place {
  /** Undefined outside steps. */
  step?: string;
  key: string;
}

/** The same expression, but its errors say where it stands. @param at the place as `file:line:column`. */
export function located(expression: Expression, at: string, place?: Place): Expression {
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
export function below(place: Place | undefined, key: string | number): Place | undefined {
  return place && { ...place, key: typeof key === 'number' ? `${place.key}[${key}]` : `${place.key}.${key}` };
}

function describe(place: Place | undefined): string {
  if (!place) return '';
  return `'${place.key}' of ${place.step === undefined ? 'the pipeline' : `the step '${place.step}'`}, `;
}

function shortened(source: string): string {
  const text = source.trim().replace(/\s+/g, ' ');
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}
