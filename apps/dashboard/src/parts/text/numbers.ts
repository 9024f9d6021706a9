const LANGUAGE = 'en';

/** `1,234`, or with digits after the point where they say something: `0.4`. */
export const number = (value: number, digits = 0): string => value.toLocaleString(LANGUAGE, { maximumFractionDigits: digits });

/** `7.5`, `120`: a figure of a few digits, in whatever unit is behind it. */
export const short = (value: number): string => number(value, value < 10 ? 1 : 0);

/** `98.2 %` of a share from 0 to 1. */
export const percent = (share: number, digits = 1): string => `${number(share * 100, digits)} %`;
