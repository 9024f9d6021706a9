/** The same value with each bigint as its decimal text, for what cannot take a bigint. */
export function withTextIntegers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each)));
}
