import { joinKeys, look, type SpellingKeys } from './feature-keys';
import type { Gazetteer, Known } from './gazetteer';
import type { WordClass, WordClasses } from './word-classes';

/** Numbers of the templates: a change requires new weights. */
const T = {
  bias: 1,
  small: 2,
  written: 3,
  shape: 4,
  beginning: 5,
  ending: 9,
  smallAt: 13,
  shapeAt: 18,
  shapes: 23,
  shapesAfter: 24,
  shapesAround: 25,
  wordThenShape: 26,
  shapeThenWord: 27,
  twoBefore: 28,
  twoAfter: 29,
  opening: 30,
  endingBefore: 31,
  endingAfter: 32,
  listed: 33,
  listedAt: 40,
  unlisted: 50,
  runHead: 60,
  runStart: 61,
  runLength: 62,
  runBefore: 63,
  runAfter: 64,
  runListed: 65,
  acronym: 66,
  classAt: 70,
  groupAt: 80,
  classShape: 90,
  groups: 91,
  classAfter: 92,
  runHeadClass: 93,
  runBeforeClass: 94,
  runAfterClass: 95,
  runClasses: 96,
} as const;

const BORDER: SpellingKeys = {
  form: '',
  bare: 1,
  small: 1,
  written: 1,
  shape: 1,
  beginnings: [1],
  endings: [1, 1, 1],
  capital: false,
};
/** Small words inside names: `Bank of England`. */
const LINKS = new Set(['of', 'the', 'and', 'for', '&', 'de', 'la', 'van', 'von', 'del', 'di', 'da', 'du', 'al', 'bin']);

/** Knowledge about words beyond the sentences that the tagger learned from. */
export interface WordKnowledge {
  gazetteer: Gazetteer;
  classes: WordClasses;
}

/** The features of each word of a sentence: keys of rows of the tagger's table. */
export function tagFeatures(words: readonly string[], { gazetteer, classes }: WordKnowledge): number[][] {
  const looks = words.map(look);
  const known = gazetteer.find(looks.map(({ form }) => form));
  const used = looks.map(({ bare }) => classes.of(bare));
  const casing = casingOf(words);
  const runs = runsOf(looks);
  return looks.map((_, i) => {
    const keys: number[] = [];
    addWord(keys, looks, i, casing);
    addLists(keys, known, i, looks[i]!);
    addClasses(keys, used, i, looks[i]!);
    addRun(keys, { looks, known, used, casing }, runs[i]);
    return keys;
  });
}

/** 1 all capitals, 2 none, 3 mixed: if all words are written alike, capitals mean nothing. */
function casingOf(words: readonly string[]): number {
  const text = words.filter((word) => !/^[@#]/.test(word)).join('');
  if (text === text.toLowerCase()) return 2;
  return text === text.toUpperCase() ? 1 : 3;
}

function addWord(keys: number[], looks: readonly SpellingKeys[], i: number, casing: number): void {
  const at = (offset: number): SpellingKeys => looks[i + offset] ?? BORDER;
  const [before, own, after] = [at(-1), at(0), at(1)];
  keys.push(
    joinKeys(T.bias, 0),
    joinKeys(T.small, own.small),
    joinKeys(T.written, own.written),
    joinKeys(T.shape, own.shape, casing),
  );
  own.beginnings.forEach((key, length) => keys.push(joinKeys(T.beginning + length, key)));
  own.endings.forEach((key, length) => keys.push(joinKeys(T.ending + length, key)));
  for (const offset of [-2, -1, 1, 2]) keys.push(joinKeys(T.smallAt + offset + 2, at(offset).small));
  for (const offset of [-1, 1]) keys.push(joinKeys(T.shapeAt + offset + 2, at(offset).shape, casing));
  keys.push(
    joinKeys(T.shapes, before.shape, own.shape),
    joinKeys(T.shapesAfter, own.shape, after.shape),
    joinKeys(T.shapesAround, before.shape, own.shape, after.shape),
    joinKeys(T.wordThenShape, before.small, own.shape),
    joinKeys(T.shapeThenWord, own.shape, after.small),
    joinKeys(T.twoBefore, at(-2).small, before.small),
    joinKeys(T.twoAfter, after.small, at(2).small),
    joinKeys(T.endingBefore, before.endings[2] ?? before.small),
    joinKeys(T.endingAfter, after.endings[2] ?? after.small),
  );
  if (i === 0) keys.push(joinKeys(T.opening, own.shape));
  if (/^[A-Z]{2,6}$/.test(own.form.toUpperCase()) && own.capital && casing === 3)
    keys.push(joinKeys(T.acronym, own.shape, before.small));
}

const PARTS = { alone: 1, first: 2, later: 3 } as const;

function addLists(keys: number[], known: readonly Known[][], i: number, { shape, capital }: SpellingKeys): void {
  for (const offset of [-1, 0, 1]) {
    for (const { list, part } of known[i + offset] ?? [])
      keys.push(joinKeys(T.listedAt + offset, list, PARTS[part], Number(capital)));
  }
  if (known[i]!.length === 0) keys.push(joinKeys(T.unlisted, shape));
}

const OUTSIDE: WordClass = { own: -1, group: -1 };

/** Adds how the word and its neighbours are used: a name missing from the training data stands where similar names stand. */
function addClasses(keys: number[], used: readonly WordClass[], i: number, { shape, capital }: SpellingKeys): void {
  const at = (offset: number): WordClass => used[i + offset] ?? OUTSIDE;
  for (const offset of [-2, -1, 0, 1, 2])
    keys.push(
      joinKeys(T.classAt + offset + 2, at(offset).own, Number(capital)),
      joinKeys(T.groupAt + offset + 2, at(offset).group, Number(capital)),
    );
  keys.push(
    joinKeys(T.classShape, at(0).own, shape),
    joinKeys(T.groups, at(-1).group, at(0).group, Number(capital)),
    joinKeys(T.classAfter, at(0).group, at(1).group, Number(capital)),
  );
}

interface Run {
  from: number;
  to: number;
}

/** For each word, the run of capitalised words around it, linked by small words: possibly one name. */
function runsOf(looks: readonly SpellingKeys[]): (Run | undefined)[] {
  const runs: (Run | undefined)[] = looks.map(() => undefined);
  for (let from = 0; from < looks.length; from++) {
    if (!looks[from]!.capital) continue;
    let to = from + 1;
    for (;;) {
      if (looks[to]?.capital) to++;
      else if (looks[to] && LINKS.has(looks[to]!.form) && looks[to + 1]?.capital) to += 2;
      else break;
    }
    for (let i = from; i < to; i++) runs[i] = { from, to };
    from = to - 1;
  }
  return runs;
}

/** The end of a name tells most about its type: `… University`, `… FC`, `… Street`. */
function addRun(
  keys: number[],
  {
    looks,
    known,
    used,
    casing,
  }: { looks: readonly SpellingKeys[]; known: readonly Known[][]; used: readonly WordClass[]; casing: number },
  run: Run | undefined,
): void {
  if (!run || casing !== 3 || run.to - run.from > 12) return;
  const [head, start] = [looks[run.to - 1]!, looks[run.from]!];
  const length = Math.min(run.to - run.from, 5);
  keys.push(
    joinKeys(T.runHead, head.small),
    joinKeys(T.runStart, start.small),
    joinKeys(T.runLength, length, Number(run.from === 0)),
    joinKeys(T.runBefore, (looks[run.from - 1] ?? BORDER).small, length),
    joinKeys(T.runAfter, (looks[run.to] ?? BORDER).small, length),
    joinKeys(T.runHeadClass, used[run.to - 1]!.own, length),
    joinKeys(T.runBeforeClass, (used[run.from - 1] ?? OUTSIDE).own, length),
    joinKeys(T.runAfterClass, (used[run.to] ?? OUTSIDE).own, length),
    joinKeys(T.runClasses, used[run.from]!.group, used[run.to - 1]!.group, length),
  );
  const lists = new Set(known.slice(run.from, run.to).flatMap((each) => each.map(({ list }) => list)));
  for (const list of lists) keys.push(joinKeys(T.runListed, list, length));
}
