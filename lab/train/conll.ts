import { readFileSync } from 'node:fs';

/** A sentence with the names in it; offsets are UTF-16 units of `text`. */
export interface NamedSentence {
  text: string;
  names: { start: number; end: number; type: string }[];
}

/** Maps the types of the sets to ours; other types do not count as names. */
const TYPES: Readonly<Record<string, string>> = {
  PER: 'PERSON',
  PERSON: 'PERSON',
  ORG: 'ORGANIZATION',
  ORGANIZATION: 'ORGANIZATION',
  CORPORATION: 'ORGANIZATION',
  GROUP: 'ORGANIZATION',
  LOC: 'LOCATION',
  LOCATION: 'LOCATION',
};

/** Sentences of a file with a token and a BIO tag (or IO) on each line, with an empty line between sentences. */
export function readConll(file: string): NamedSentence[] {
  const blocks = readFileSync(file, 'utf8').split(/\r?\n[ \t]*\r?\n/);
  return blocks.map(sentenceOf).filter(({ text }) => text !== '');
}

function sentenceOf(block: string): NamedSentence {
  const sentence: NamedSentence = { text: '', names: [] };
  let before = 'O';
  for (const line of block.split('\n')) {
    const fields = line.trimEnd().split(line.includes('\t') ? '\t' : ' ');
    const [token, tag] = [fields[0]!, fields.at(-1)!];
    if (fields.length < 2 || token === '' || token === '-DOCSTART-') continue;
    const start = sentence.text === '' ? 0 : sentence.text.length + 1;
    sentence.text += `${start === 0 ? '' : ' '}${token}`;
    const type = TYPES[tag.replace(/^[BI]-/, '').toUpperCase()];
    const last = sentence.names.at(-1);
    const goesOn = tag.startsWith('I-') && before.replace(/^[BI]-/, '') === tag.slice(2);
    if (type && goesOn && last) last.end = sentence.text.length;
    else if (type) sentence.names.push({ start, end: sentence.text.length, type });
    before = tag;
  }
  return sentence;
}
