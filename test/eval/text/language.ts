import { openLanguageDetector } from '../../../libs/plugins/text/language/detect';
import { SENTIMENT_LANGUAGES } from '../../../libs/plugins/text/sentiment/languages';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { SENTIMENT_FOLDER } from './sentiment';
import { readLabelledTexts } from './folders';

async function measure({ quick, data = folderOf(SENTIMENT_FOLDER) }: MeasureOptions): Promise<Report> {
  const detect = openLanguageDetector(SENTIMENT_LANGUAGES);
  const sets = readLabelledTexts(data).map(({ name, language, texts }) => {
    const measured = texts.slice(0, quick ? 20 : Infinity);
    return {
      name,
      language,
      texts: measured.length,
      right: measured.filter(({ text }) => detect(text).language === language).length,
    };
  });
  const known = sets.filter(({ language }) => SENTIMENT_LANGUAGES.includes(language));
  const share = (some: typeof sets) =>
    some.reduce((sum, { right }) => sum + right, 0) / some.reduce((sum, { texts }) => sum + texts, 0);
  const figures = Object.fromEntries(sets.map((set) => [`accuracy_${set.name}`, set.right / set.texts]));
  const rows = sets.map((set) => [set.name, set.language, set.texts, set.right / set.texts]);
  return {
    name: 'language',
    on: data,
    ratios: {},
    figures: { accuracy: share(known), accuracy_all: share(sets), ...figures },
    tables: [{ title: 'Language told right', head: ['set', 'language', 'texts', 'accuracy'], rows }],
  };
}

export const language: Measurement = {
  name: 'language',
  summary: 'How often the language of a text is told right, by folders named after languages.',
  measure,
};
