/** Copies the value with each bigint as decimal text, for receivers that cannot take a bigint. */
export function withTextIntegers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each)));
}
