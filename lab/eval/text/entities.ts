import { basename, dirname, relative, resolve } from 'node:path';
import { NAME_TYPES } from '../../../libs/plugins/text/entities/tags';
import { readConll, type NamedSentence } from '../../train/conll';
import { isHeldOut } from '../../train/training-data';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import { hasPeer, installed } from '../../peers';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openTextCapability } from './capability';
import { compromiseSpans } from './compromise';
import { filesBelow } from './folders';
import { mayScoreOn } from './learned';
import { bootstrap } from '../scoring/bootstrap';
import { f1Of, spanCounts, sumOf, type Counts, type Span } from './scores';

const FOLDER = resolve(ROOT, '..', 'shared', 'data', 'ner');
const QUICK_SENTENCES = 40;

/**
 * The sets below a folder, one for each folder with `.conll` files. Of files that were learned from in part, only the rest.
 * @throws Error if there is none, or where the model has learned from all of one.
 */
export function readNamedSets(folder: string): Map<string, NamedSentence[]> {
  const sets = new Map<string, NamedSentence[]>();
  for (const file of filesBelow(folder).filter((each) => /\.(?:conll|annotated|bio|iob2?)$/.test(each))) {
    const part = mayScoreOn(file, 'entities-en');
    const name = relative(folder, dirname(file)).replaceAll('/', '_') || basename(folder);
    const sentences = readConll(file).filter(({ text }) => part === 'all' || isHeldOut(text));
    sets.set(name, [...(sets.get(name) ?? []), ...sentences]);
  }
  if (sets.size > 0) return sets;
  throw new Error(`${folder} holds no set: it needs .conll files with a token and a BIO tag in each line.`);
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

async function measure({ quick, data = folderOf(FOLDER), say }: MeasureOptions): Promise<Report> {
  const entities = await openTextCapability('text.entities');
  const ours = async (text: string) => (await entities({ text, types: [...NAME_TYPES] })).entities as Span[];
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const [set, all] of readNamedSets(data)) {
    const sentences = all.slice(0, quick ? QUICK_SENTENCES : Infinity);
    say(`Looking for the names in ${sentences.length} sentences of ${set} …`);
    const judge = async (find: (text: string) => Promise<Span[]> | Span[]): Promise<Judged> =>
      Promise.all(sentences.map(async ({ text, names }) => spanCounts([{ truths: names, claims: await find(text) }])));
    const own = await judge(ours);
    const peer = hasPeer('compromise') ? await judge(compromiseSpans) : undefined;
    const f1 = (judged: Judged, type: string) => f1Of(sumOf(judged.map((each) => each[type] ?? NONE)));
    for (const type of ['all', ...NAME_TYPES]) {
      rows.push(row(set, 'percept', type, own), ...(peer ? [row(set, 'compromise', type, peer)] : []));
      figures[`f1_${set}${type === 'all' ? '' : `_${type}`}`] = f1(own, type);
    }
    if (peer) {
      figures[`f1_${set}_compromise`] = f1(peer, 'all');
      ratios[`vs_compromise_${set}`] = f1(own, 'all') / f1(peer, 'all');
    }
    figures.f1 = Math.min(figures.f1 ?? 1, f1(own, 'all'));
  }
  const head = ['set', 'by', 'type', 'precision', 'recall', 'F1', '95 % from', 'to', 'true'];
  return {
    name: 'entities',
    on: data,
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
