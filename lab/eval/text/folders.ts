import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { mayScoreOn } from './learned';

export interface LabelledTexts {
  name: string;
  /** ISO 639-1. */
  language: string;
  texts: { text: string; label: number }[];
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{
    arabic: 'ar',
    dutch: 'nl',
    english: 'en',
    french: 'fr',
    german: 'de',
    hindi: 'hi',
    italian: 'it',
    portuguese: 'pt',
    spanish: 'es',
  },
};

/** Every file below a folder, in order. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}: name the data with --data FOLDER.`);
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/**
 * The sets below a folder: a text in each line of `…_text.txt`, its label in the same line of `…_labels.txt`. A folder
 * that is called like a language is in it; the others are English.
 * @throws Error if there is none, or where the model has learned from one.
 */
export function readLabelledTexts(folder: string): LabelledTexts[] {
  const files = filesBelow(folder).filter((file) => file.endsWith('_labels.txt'));
  const sets = files.map((labels) => {
    const texts = labels.replace(/_labels\.txt$/, '_text.txt');
    for (const file of [labels, texts]) for (const model of ['sentiment', 'sentiment-fast']) mayScoreOn(file, model);
    const lines = readFileSync(texts, 'utf8').split('\n');
    const judged = readFileSync(labels, 'utf8').trim().split(/\s+/);
    const place = dirname(labels);
    const name = (relative(folder, place) || basename(place)).replaceAll('/', '_');
    return {
      name: name.replace(/^.*-val_/, ''),
      language: LANGUAGES[basename(place)] ?? 'en',
      texts: judged.map((label, i) => ({ text: lines[i] ?? '', label: Number(label) })).filter(({ text }) => text.trim() !== ''),
    };
  });
  if (sets.length > 0) return sets;
  throw new Error(`${folder} holds no set: it needs NAME_text.txt with a text in each line, and NAME_labels.txt with 0, 1 or 2.`);
}
