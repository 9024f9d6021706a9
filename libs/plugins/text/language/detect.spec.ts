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
