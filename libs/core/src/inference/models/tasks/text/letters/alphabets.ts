/** Letters beyond ASCII that each language writes, those of common loanwords included. */
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

/** The same in both cases. */
export const ALPHABETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LETTERS).map(([language, letters]) => [language, new Set(letters + upper(letters))]),
);
