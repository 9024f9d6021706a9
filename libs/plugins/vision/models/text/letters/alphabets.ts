/** Letters beyond ASCII in each language, including those of common loanwords. */
const LETTERS = {
  german: 'äöüß',
  french: 'àâæçéèêëîïôœùûüÿ',
  spanish: 'áéíñóúü',
  italian: 'àèéìíîòóùú',
  portuguese: 'áàâãçéêíóôõúü',
  dutch: 'áàäéèêëíïóöúü',
  swedish: 'åäöéà',
  danish: 'æøåéóòô',
  finnish: 'åäöšž',
  icelandic: 'áðéíóúýþæö',
  polish: 'ąćęłńóśźż',
  czech: 'áčďéěíňóřšťúůýž',
  turkish: 'çğıİöşüâîû',
  hungarian: 'áéíóöőúüű',
  romanian: 'ăâîșț',
  catalan: 'àçèéíïòóúü',
  croatian: 'čćđšž',
  estonian: 'äöõüšž',
};

const upper = (letters: string): string => letters.replaceAll('ı', '').replaceAll('ß', 'ẞ').toUpperCase();

/** Each language's letters, small and capital. */
export const ALPHABETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LETTERS).map(([language, letters]) => [language, new Set(letters + upper(letters))]),
);
