const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** The common name of a browser, from its User-Agent: enough for users to recognise their own. */
export function browserName(userAgent: string | null): string {
  const text = userAgent ?? '';
  const parts = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)].filter(Boolean);
  return parts.length > 0 ? parts.join(' on ') : text.slice(0, 40) || 'Unknown';
}
