const BOOLEANS: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, on: true, '1': true },
  ...{ false: false, no: false, off: false, '0': false },
};

/** Reads a boolean from the text of a setting, a form or a query, in any case; undefined for any other text. */
export const booleanFrom = (text: string): boolean | undefined => BOOLEANS[text.trim().toLowerCase()];
