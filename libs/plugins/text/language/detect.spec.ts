import { openLanguageDetector } from './detect';

const detect = openLanguageDetector(['en', 'ar', 'de']);

test.each(['يا رب', 'صباح الخير يا جماعة', 'الحمد لله دائما'])('%s, in Arabic letters alone, is Arabic', (text) => {
  expect(detect(text).language).toBe('ar');
});

test.each([
  ['چطور می‌توانم کمکتان کنم؟', 'fa'],
  ['میں آپ کی کیا مدد کر سکتا ہوں؟', 'ur'],
])('%s has letters that Arabic has not, and is not taken for it', (text, language) => {
  expect(detect(text).language).toBe(language);
});

describe('a few words', () => {
  const ofSeven = openLanguageDetector(['en', 'de', 'es', 'fr', 'it', 'nl', 'pt']);

  test.each([
    ['a domani', 'it'],
    ['bis morgen', 'de'],
    ['pas op', 'nl'],
    ['por favor', 'es'],
    ['out of order', 'en'],
    ['hello', 'en'],
    ['danke', 'de'],
    ['hola', 'es'],
  ])('%s is %s by its common words', (text, language) => {
    expect(ofSeven(text).language).toBe(language);
  });

  test.each([
    ['Smörgåsar med räkor', 'sv'],
    ['Lütfen kapıyı kapatın', 'tr'],
  ])('%s stays %s: no preferred language has its words', (text, language) => {
    expect(ofSeven(text).language).toBe(language);
  });
});
