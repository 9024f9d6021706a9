/** A function that expressions can call. */
export interface CelFunction {
  /** The signature for `Environment.registerFunction`, such as `list.sum(): dyn`. */
  signature: string;
  handler: (...values: never[]) => unknown;
}

/** An entry on the page of functions. */
export interface FunctionDocumentation {
  /** How a call is written, such as `list.sum()`. */
  call: string;
  does: string;
  example: string;
  /** The example's result, as JSON. */
  gives: unknown;
}
