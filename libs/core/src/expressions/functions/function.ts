/** A function that expressions can call. */
export interface CelFunction {
  /** As `Environment.registerFunction` takes it, such as `list.sum(): dyn`. */
  signature: string;
  handler: (...values: never[]) => unknown;
}

/** What the page of functions says of a name. */
export interface FunctionDocumentation {
  /** How a call is written, such as `list.sum()`. */
  call: string;
  does: string;
  example: string;
  /** What the example gives, as JSON. */
  gives: unknown;
}
