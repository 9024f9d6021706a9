const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether this is the ISO 639-1 code of a language, as Node's Unicode data has it. */
export const isLanguage = (code: string): boolean => /^[a-z]{2}$/.test(code) && names.of(code) !== undefined;
