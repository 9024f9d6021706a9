const LANGUAGE = 'en';

/** Formats a number, such as `1,234`, or `0.4` with decimals. */
export const number = (value: number, digits = 0): string => value.toLocaleString(LANGUAGE, { maximumFractionDigits: digits });

/** A short number for any unit, such as `7.5` or `120`. */
export const short = (value: number): string => number(value, value < 10 ? 1 : 0);

/** Formats a share from 0 to 1, such as `98.2 %`. */
export const percent = (share: number, digits = 1): string => `${number(share * 100, digits)} %`;
