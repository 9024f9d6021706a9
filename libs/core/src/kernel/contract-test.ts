/** A promise of a kind. Give both to the `test` of your test runner; a broken promise throws an `AssertionError`. */
export interface ContractTest {
  name: string;
  /** @throws AssertionError when the promise is broken. */
  run: () => Promise<void>;
}
