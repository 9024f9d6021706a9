const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether Node's Unicode data has this ISO 639-1 code of a language. */
export const isLanguage = (code: string): boolean => /^[a-z]{2}$/.test(code) && names.of(code) !== undefined;
