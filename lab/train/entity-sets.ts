import { join } from 'node:path';
import { firstTag, laterTag, NAME_TYPES, type NameType } from '../../libs/plugins/text/entities/tags';
import { splitWords } from '../../libs/plugins/text/entities/words';
import { readConll, type NamedSentence } from './conll';
import { isKept, type TrainingFile } from './training-data';

/** A set of annotated sentences; those that are kept are for measuring only. */
export interface EntitySet extends Pick<TrainingFile, 'file' | 'part'> {
  sentences: (NamedSentence & { isKept: boolean })[];
}

type File = Pick<TrainingFile, 'file' | 'part'>;

const ENGLISH: readonly File[] = [
  { file: 'train/ner/wikigold.conll', part: 'all' },
  { file: 'train/ner/wnut17train.conll', part: 'all' },
  { file: 'ner/btc/a.conll', part: 'four fifths' },
  { file: 'ner/btc/b.conll', part: 'four fifths' },
  { file: 'ner/btc/e.conll', part: 'four fifths' },
];

const onto =
  (part: File['part']) =>
  (name: string): File => ({ file: `train/entities/${name}/train.bio`, part });

/** `uner_…_pud` are the same sentences in four languages. */
const FILES: Readonly<Record<EntityModel, readonly File[]>> = {
  'entities-en': ENGLISH,
  entities: [
    ...ENGLISH,
    ...['germeval14_dev', 'mobie_train', 're3d_train_nobbc'].map(onto('all')),
    ...['uner_en_ewt', 'uner_pt_bosque', 'uner_da_ddt', 'uner_sv_talbanken', 'uner_hr_set'].map(onto('four fifths')),
    ...['uner_en_pud', 'uner_de_pud', 'uner_pt_pud', 'uner_sv_pud'].map(onto('four fifths by place')),
  ],
};
export type EntityModel = 'entities' | 'entities-en';

/** What a model learns from, and what of these files it must not. */
export function readEntitySets(folder: string, model: EntityModel): EntitySet[] {
  return FILES[model].map(({ file, part }) => ({
    file,
    part,
    sentences: readConll(join(folder, file)).map((sentence, i) => ({ ...sentence, isKept: isKept(part, sentence.text, i) })),
  }));
}

/** The words of a sentence as the tagger reads them, with their tags. */
export function tagged({ text, names }: NamedSentence): { words: string[]; tags: Int8Array } {
  const words = splitWords({ text, start: 0, end: text.length });
  const tags = Int8Array.from(words, ({ start, end }) => {
    const name = names.find((each) => start >= each.start && end <= each.end);
    if (!name) return 0;
    const type = NAME_TYPES.indexOf(name.type as NameType);
    return start === name.start ? firstTag(type) : laterTag(type);
  });
  return { words: words.map((word) => word.text), tags };
}
