const rules = new Intl.PluralRules('en');

/** A count and its noun: `1 item`, `2,000 items`. */
export const counted = (count: number, one: string, other = `${one}s`): string =>
  `${count.toLocaleString('en')} ${rules.select(count) === 'one' ? one : other}`;
