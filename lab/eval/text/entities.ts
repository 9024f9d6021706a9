import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { findNames, type TagWords } from '../../../libs/plugins/text/entities/names';
import { openTagger } from '../../../libs/plugins/text/entities/tagger';
import { NAME_TYPES, type NameType } from '../../../libs/plugins/text/entities/tags';
import { splitSentences } from '../../../libs/plugins/text/reading/sentences';
import { shippedModel } from '../../../libs/plugins/text/weights/folder';
import { readConll, type NamedSentence } from '../../train/conll';
import { isKept, sha256 } from '../../train/training-data';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import { hasPeer, installed } from '../../peers';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openTextCapability } from './capability';
import { compromiseSpans } from './compromise';
import { filesBelow } from './folders';
import { learnedFiles, mayScoreOn } from './learned';
import { bootstrap } from '../scoring/bootstrap';
import { f1Of, spanCounts, sumOf, type Counts, type Span } from './scores';

const SHARED = resolve(ROOT, '..', 'shared', 'data');
/** Sets that nothing was learned from, or not all of it; then the languages. */
const FOLDERS = ['ner', 'train/entities'].map((folder) => join(SHARED, folder));
/** Sentences of ours in seven languages, which nothing was learned from: `[PER Ada Lovelace]` is a name. */
const OURS = join(ROOT, 'lab', 'eval', 'text', 'names.tsv');
const QUICK_SENTENCES = 40;
const MARKED = /\[(PER|ORG|LOC) ([^\]]+)\]/g;
const MARKS: Readonly<Record<string, NameType>> = { PER: 'PERSON', ORG: 'ORGANIZATION', LOC: 'LOCATION' };

export type NamedSets = Map<string, NamedSentence[]>;

const isNamed = (file: string): boolean => /\.(?:conll|annotated|bio|iob2?)$/.test(file);
const placeOf = (folder: string, file: string): string =>
  relative(folder, dirname(file)).replaceAll('/', '_') || basename(folder);

/**
 * The sets below a folder, one for each folder with `.conll` files. Of files that were learned from in part, only the rest.
 * @throws Error if there is none, or where the model has learned from all of one.
 */
export function readNamedSets(folder: string): NamedSets {
  return setsOf(folder, filesBelow(folder).filter(isNamed));
}

function setsOf(folder: string, files: readonly string[]): NamedSets {
  const sets: NamedSets = new Map();
  for (const file of files) {
    const part = mayScoreOn(file, 'entities');
    const sentences = readConll(file).filter(({ text }, i) => part === 'all' || isKept(part, text, i));
    const name = placeOf(folder, file);
    sets.set(name, [...(sets.get(name) ?? []), ...sentences]);
  }
  if (sets.size > 0) return sets;
  throw new Error(`${folder} holds no set: it needs .conll files with a token and a BIO tag in each line.`);
}

/** What we have: without the files of which all was learned from. */
function readKnownSets(): NamedSets {
  const learned = learnedFiles('entities');
  const mayScore = (file: string) => learned.get(sha256(readFileSync(file)))?.part !== 'all';
  const sets = FOLDERS.flatMap((folder) => [
    ...setsOf(
      folderOf(folder),
      filesBelow(folder).filter((file) => isNamed(file) && mayScore(file)),
    ),
  ]);
  return new Map([...sets, ...readOurs(readFileSync(OURS, 'utf8'))]);
}

/** Sets by language, from lines of a language, a tab, and a sentence with its names marked. */
export function readOurs(lines: string): NamedSets {
  const sets: NamedSets = new Map();
  for (const line of lines.trim().split('\n')) {
    const [language, marked] = line.split('\t') as [string, string];
    const sentence: NamedSentence = { text: '', names: [] };
    let at = 0;
    for (const { 0: all, 1: type, 2: name, index } of marked.matchAll(MARKED)) {
      sentence.text += marked.slice(at, index);
      sentence.names.push({ start: sentence.text.length, end: sentence.text.length + name!.length, type: MARKS[type!]! });
      sentence.text += name!;
      at = index + all.length;
    }
    sentence.text += marked.slice(at);
    sets.set(`ours_${language}`, [...(sets.get(`ours_${language}`) ?? []), sentence]);
  }
  return sets;
}

/** The small model for English, which reads what is much or has to be fast. */
function fastSpans(): (text: string) => Promise<Span[]> {
  const tagger = openTagger(shippedModel('entities-en').file);
  const tag: TagWords = async (sentences) => sentences.map((words) => tagger.tag(words));
  return async (text) => (await findNames(splitSentences(text), tag)).flat();
}

/** The counts of each sentence, by type. */
type Judged = Record<string, Counts>[];

const NONE: Counts = { right: 0, claims: 0, truths: 0 };

function row(set: string, who: string, type: string, judged: Judged): (string | number)[] {
  const counts = judged.map((each) => each[type] ?? NONE);
  const sum = sumOf(counts);
  const shares = [sum.right / Math.max(1, sum.claims), sum.right / Math.max(1, sum.truths)];
  return [set, who, type, ...shares, f1Of(sum), ...bootstrap(counts, (sample) => f1Of(sumOf(sample))), sum.truths];
}

async function oneByOne<T, R>(all: readonly T[], each: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (const one of all) found.push(await each(one));
  return found;
}

async function measure({ quick, data, say }: MeasureOptions): Promise<Report> {
  const entities = await openTextCapability('text.entities');
  const ours = async (text: string) => (await entities({ text, types: [...NAME_TYPES] })).entities as Span[];
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  const fast = fastSpans();
  for (const [set, all] of data === undefined ? readKnownSets() : readNamedSets(data)) {
    const sentences = all.slice(0, quick ? QUICK_SENTENCES : Infinity);
    say(`Looking for the names in ${sentences.length} sentences of ${set} …`);
    const judge = async (find: (text: string) => Promise<Span[]> | Span[]): Promise<Judged> =>
      oneByOne(sentences, async ({ text, names }) => spanCounts([{ truths: names, claims: await find(text) }]));
    const own = await judge(ours);
    const small = await judge(fast);
    const peer = hasPeer('compromise') ? await judge(compromiseSpans) : undefined;
    const f1 = (judged: Judged, type: string) => f1Of(sumOf(judged.map((each) => each[type] ?? NONE)));
    for (const type of ['all', ...NAME_TYPES]) {
      rows.push(row(set, 'percept', type, own), row(set, 'entities-en', type, small));
      if (peer) rows.push(row(set, 'compromise', type, peer));
      figures[`f1_${set}${type === 'all' ? '' : `_${type}`}`] = f1(own, type);
    }
    if (peer) {
      figures[`f1_${set}_compromise`] = f1(peer, 'all');
      ratios[`vs_compromise_${set}`] = f1(own, 'all') / f1(peer, 'all');
    }
    figures[`f1_${set}_entities-en`] = f1(small, 'all');
    figures.f1 = Math.min(figures.f1 ?? 1, f1(own, 'all'));
  }
  const head = ['set', 'by', 'type', 'precision', 'recall', 'F1', '95 % from', 'to', 'true'];
  return {
    name: 'entities',
    on: data ?? '../shared/data',
    against: hasPeer('compromise') ? installed('compromise') : [],
    ratios,
    figures,
    tables: [{ title: 'Names with their exact borders and type', head, rows }],
  };
}

export const entities: Measurement = {
  name: 'entities',
  summary: 'F1 of the names of text.entities by type, beside compromise, on .conll files.',
  measure,
};
