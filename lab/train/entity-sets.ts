import { join } from 'node:path';
import { firstTag, laterTag, NAME_TYPES, type NameType } from '../../libs/plugins/text/entities/tags';
import { wordsOf } from '../../libs/plugins/text/entities/words';
import { readConll, type NamedSentence } from './conll';
import { isHeldOut, type TrainingFile } from './training-data';

/** A set of annotated sentences. If only four fifths are used, the rest is for measuring only. */
export interface EntitySet extends Pick<TrainingFile, 'file' | 'part'> {
  sentences: NamedSentence[];
}

const FILES: Pick<TrainingFile, 'file' | 'part'>[] = [
  { file: 'train/ner/wikigold.conll', part: 'all' },
  { file: 'train/ner/wnut17train.conll', part: 'all' },
  { file: 'ner/btc/a.conll', part: 'four fifths' },
  { file: 'ner/btc/b.conll', part: 'four fifths' },
  { file: 'ner/btc/e.conll', part: 'four fifths' },
];

/** What the tagger may learn from. */
export function readEntitySets(folder: string): EntitySet[] {
  return FILES.map(({ file, part }) => {
    const sentences = readConll(join(folder, file));
    return { file, part, sentences: part === 'all' ? sentences : sentences.filter(({ text }) => !isHeldOut(text)) };
  });
}

/** The words of a sentence as the tagger reads them, with their tags. */
export function tagged({ text, names }: NamedSentence): { words: string[]; tags: Int8Array } {
  const words = wordsOf({ text, start: 0, end: text.length });
  const tags = Int8Array.from(words, ({ start, end }) => {
    const name = names.find((each) => start >= each.start && end <= each.end);
    if (!name) return 0;
    const type = NAME_TYPES.indexOf(name.type as NameType);
    return start === name.start ? firstTag(type) : laterTag(type);
  });
  return { words: words.map((word) => word.text), tags };
}
