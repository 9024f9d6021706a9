import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { SENTIMENTS } from '../../../libs/plugins/text/sentiment/scores';
import { MEASURED_LANGUAGES } from '../../../libs/plugins/text/sentiment/languages';
import { bootstrap } from '../scoring/bootstrap';
import { wilson } from '../scoring/wilson';
import { EVERYDAY } from './everyday';
import { HARD_SENTENCES } from './hard-sentences';
import { openTextCapability } from './capability';
import { filesBelow, readLabelledTexts, type LabelledTexts } from './folders';
import { classScores } from './scores';
import { calibrationError, reliability } from '../scoring/reliability';

export const SENTIMENT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'sentiment');
const QUICK_TEXTS = 40;

interface JudgedText {
  truth: number;
  said: number;
  confidence: number;
}

async function judge(set: LabelledTexts, quick: boolean): Promise<JudgedText[]> {
  const sentiment = await openTextCapability('text.sentiment');
  const judged: JudgedText[] = [];
  for (const { text, label } of set.texts.slice(0, quick ? QUICK_TEXTS : Infinity)) {
    const output = (await sentiment({ text: text.slice(0, 10_000), language: set.language })) as {
      sentiment: string;
      confidence: number;
    };
    judged.push({ truth: label, said: SENTIMENTS.findIndex((each) => each === output.sentiment), confidence: output.confidence });
  }
  return judged;
}

const pairs = (texts: readonly JudgedText[]) => texts.map(({ truth, said }) => [truth, said] as const);

function scores(texts: readonly JudgedText[]): { macro_f1: number; accuracy: number; ece: number } {
  const { macroF1, accuracy } = classScores(pairs(texts), SENTIMENTS.length);
  const claims = texts.map(({ truth, said, confidence }) => ({ confidence, right: truth === said }));
  return { macro_f1: macroF1, accuracy, ece: calibrationError(reliability(claims)) };
}

/** Those that settings were chosen on, and those that nothing was fitted or chosen on. */
const EVERYDAY_FILE = join(ROOT, 'lab', 'eval', 'text', 'everyday.tsv');

/** Texts of daily life in eight languages, which nothing was learned from: a complaint without a sad word is negative, a fact neutral. */
function everydayByLanguage(): LabelledTexts[] {
  const rows = readFileSync(EVERYDAY_FILE, 'utf8').trim().split('\n');
  const sets = new Map<string, LabelledTexts>();
  for (const row of rows) {
    const [language, label, text] = row.split('\t') as [string, string, string];
    const set = sets.get(language) ?? { name: `everyday_${language}`, language, texts: [] };
    set.texts.push({ text, label: Number(label) });
    sets.set(language, set);
  }
  return [...sets.values()];
}

const SENTENCES = { everyday: EVERYDAY, hard: HARD_SENTENCES };

async function everydayFigures(): Promise<{ figures: Record<string, number>; rows: (string | number)[][] }> {
  const rows: [string, number, number, number, number][] = [];
  for (const [name, sentences] of Object.entries(SENTENCES)) {
    const texts = sentences.map(([text, label]) => ({ text, label }));
    const judged = await judge({ name, language: 'en', texts }, false);
    const right = judged.filter(({ truth, said }) => truth === said).length;
    rows.push([name, judged.length, right / judged.length, ...wilson(right, judged.length)]);
  }
  const languages = { all: 0, right: 0 };
  for (const set of everydayByLanguage()) {
    const judged = await judge(set, false);
    const right = judged.filter(({ truth, said }) => truth === said).length;
    rows.push([set.name, judged.length, right / judged.length, ...wilson(right, judged.length)]);
    languages.all += judged.length;
    languages.right += right;
  }
  const { all, right } = languages;
  rows.push(['everyday_languages', all, right / all, ...wilson(right, all)]);
  return { figures: Object.fromEntries(rows.map(([name, , right]) => [`${name}_right`, right])), rows };
}

/** Texts of the training data, which sets of other names may hold as well: English posts are in two collections. */
function learnedTexts(data: string): ReadonlySet<string> {
  const folder = join(data, '..', 'train', 'sentiment-multilingual');
  const files = existsSync(folder) ? filesBelow(folder).filter((file) => file.endsWith('_text.txt')) : [];
  return new Set(
    files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((text) => text.trim()),
    ),
  );
}

async function measure({ quick, data = folderOf(SENTIMENT_FOLDER), say }: MeasureOptions): Promise<Report> {
  const learned = learnedTexts(data);
  const all = readLabelledTexts(data).map((set) => {
    const texts = set.texts.filter(({ text }) => !learned.has(text.trim()));
    if (texts.length < set.texts.length)
      say(`${set.texts.length - texts.length} texts of ${set.name} are left out: the model has learned from them.`);
    return { ...set, texts };
  });
  const sets = all.filter(({ language }) => MEASURED_LANGUAGES.includes(language));
  for (const { name } of all.filter((set) => !sets.includes(set)))
    say(`${name} is left out: there is no model for its language.`);
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  const english: JudgedText[] = [];
  for (const set of sets) {
    say(`Judging ${set.texts.length} texts of ${set.name} …`);
    const judged = await judge(set, quick);
    const { macro_f1, accuracy, ece } = scores(judged);
    Object.assign(figures, { [`macro_f1_${set.name}`]: macro_f1, [`accuracy_${set.name}`]: accuracy });
    const spread = bootstrap(pairs(judged), (sample) => classScores(sample, SENTIMENTS.length).macroF1);
    const right = judged.filter(({ truth, said }) => truth === said).length;
    rows.push([set.name, set.language, judged.length, macro_f1, ...spread, accuracy, ...wilson(right, judged.length), ece]);
    if (set.language === 'en' || sets.length === 1) english.push(...judged);
  }
  say('Judging everyday sentences of ours …');
  const everyday = await everydayFigures();
  Object.assign(figures, everyday.figures);
  const tables = [
    {
      title: 'Sentiment by set',
      head: ['set', 'language', 'texts', 'macro-F1', '95 % from', 'to', 'accuracy', '95 % from', 'to', 'ECE'],
      rows,
    },
    { title: 'Everyday sentences, hard on purpose', head: ['sentences', 'n', 'right', 'low', 'high'], rows: everyday.rows },
  ];
  return { name: 'sentiment', on: data, ratios: {}, figures: { ...scores(english), ...figures }, tables };
}

export const sentiment: Measurement = {
  name: 'sentiment',
  summary: 'Macro-F1, accuracy and calibration of text.sentiment on labelled texts.',
  measure,
};
