/** @jest-environment ./test/onnx-environment.js */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isHeldOut, isKept, sha256 } from '../../train/training-data';
import { ROOT } from '../../bench/service';
import { entities, readNamedSets, readOurs } from './entities';
import { sentiment } from './sentiment';
import { learnedFiles, mayScoreOn } from './learned';
import { classScores, spanCounts } from './scores';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-texts-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('macro-F1 and accuracy are those done by hand', () => {
  const pairs = [...([[0, 0], [0, 1], [1, 1], [1, 1], [2, 0]] as const)]; // oxfmt-ignore
  const { macroF1, accuracy } = classScores(pairs, 3);
  expect(accuracy).toBe(3 / 5);
  expect(macroF1).toBeCloseTo((0.5 + 0.8 + 0) / 3);
});

test('a span is right only with both borders and the type', () => {
  const truths = [
    { start: 0, end: 3, type: 'PERSON' },
    { start: 5, end: 9, type: 'LOCATION' },
  ];
  const claims = [
    { start: 0, end: 3, type: 'PERSON' },
    { start: 5, end: 8, type: 'LOCATION' },
    { start: 5, end: 9, type: 'ORGANIZATION' },
  ];
  expect(spanCounts([{ truths, claims }])).toEqual({
    all: { right: 1, claims: 3, truths: 2 },
    PERSON: { right: 1, claims: 1, truths: 1 },
    LOCATION: { right: 0, claims: 1, truths: 1 },
    ORGANIZATION: { right: 0, claims: 1, truths: 0 },
  });
});

describe('an evaluation', () => {
  const listed = (file: string, part: 'all' | 'four fifths') => {
    const hash = sha256(readFileSync(file));
    return new Map([[hash, { file: 'train/x', sha256: hash, used: 1, part }]]);
  };

  test('refuses a file that the model has learned from, whatever it is called now', () => {
    const file = join(folder, 'renamed.txt');
    writeFileSync(file, 'some texts');
    expect(() => mayScoreOn(file, 'sentiment-fast', listed(file, 'all'))).toThrow(
      "'train/x', which sentiment-fast has learned from",
    );
    expect(mayScoreOn(file, 'sentiment-fast', listed(file, 'four fifths'))).toBe('four fifths');
    expect(mayScoreOn(file, 'sentiment-fast', new Map())).toBe('all');
  });

  test('knows the files of the models', () => {
    expect([...learnedFiles('sentiment-fast').values()].map(({ part }) => part)).toEqual(Array<string>(6).fill('all'));
    const parts = [...learnedFiles('entities-en').values()].map(({ file, part }) => `${file} ${part}`);
    expect(parts).toEqual(expect.arrayContaining(['train/ner/wikigold.conll all', 'ner/btc/a.conll four fifths']));
    expect(parts.join()).not.toContain('wnut17-dev');
    const many = [...learnedFiles('entities').values()].map(({ file, part }) => `${file} ${part}`);
    expect(many).toContain('train/entities/uner_de_pud/train.bio four fifths by place');
    expect(many.join()).not.toContain('wnut17-dev');
  });

  const shared = resolve(ROOT, '..', 'shared', 'data');
  const withData = existsSync(shared) ? test : test.skip;
  withData('refuses the real training data, and scores on a fifth of BTC (skipped without ../shared/data)', () => {
    expect(() => readNamedSets(join(shared, 'train', 'ner'))).toThrow('has learned from');
    const btc = readNamedSets(join(shared, 'ner', 'btc')).get('btc')!;
    expect(btc.length).toBeGreaterThan(500);
    expect(btc.every(({ text }) => isHeldOut(text))).toBe(true);
  });

  test('a sentence with its names marked becomes text and offsets', () => {
    const sets = readOurs('es\tEn [LOC Lugo] vive [PER Ana Gil].\nde\tHier.\n');
    const text = 'En Lugo vive Ana Gil.';
    const names = [
      { start: 3, end: 7, type: 'LOCATION' },
      { start: 13, end: 20, type: 'PERSON' },
    ];
    expect([...sets]).toEqual([
      ['ours_es', [{ text, names }]],
      ['ours_de', [{ text: 'Hier.', names: [] }]],
    ]);
  });

  test('what is kept by its place is kept in every translation', () => {
    expect(isKept('four fifths by place', 'Good morning', 5)).toBe(isKept('four fifths by place', 'Guten Morgen', 5));
    expect(isKept('all', 'x', 0)).toBe(false);
    expect([0, 1, 2, 3, 4].filter((place) => isKept('four fifths by place', '', place))).toHaveLength(1);
  });

  test('of names runs on a folder of .conll files', async () => {
    mkdirSync(join(folder, 'own'));
    const lines = [
      'Ada\tB-PER',
      'Lovelace\tI-PER',
      'lived\tO',
      'in\tO',
      'London\tB-LOC',
      '.\tO',
      '',
      'She\tO',
      'left\tO',
      '.\tO',
      '',
    ];
    writeFileSync(join(folder, 'own', 'a.conll'), lines.join('\n'));
    const { figures, tables } = await entities.measure({ quick: false, data: folder, say: () => undefined });
    expect(figures).toMatchObject({ f1: 1, f1_own: 1, f1_own_PERSON: 1, f1_own_LOCATION: 1 });
    const [{ head, rows }] = tables as [(typeof tables)[0]];
    expect(head).toEqual(['set', 'by', 'type', 'precision', 'recall', 'F1', '95 % from', 'to', 'true']);
    expect(rows[0]).toEqual(['own', 'percept', 'all', 1, 1, 1, expect.any(Number), 1, 2]);
  });

  test('of sentiment runs on texts with labels', async () => {
    writeFileSync(join(folder, 'val_text.txt'), 'I love it, great!\nThis is terrible, I hate it.\nThe shop is in Main Street.\n');
    writeFileSync(join(folder, 'val_labels.txt'), '2\n0\n1\n');
    const { figures } = await sentiment.measure({ quick: false, data: folder, say: () => undefined });
    expect(figures).toMatchObject({ macro_f1: 1, accuracy: 1 });
  });

  test('of sentiment leaves out texts of the training data beside it', async () => {
    const [sentiments, train] = [join(folder, 'sentiment'), join(folder, 'train', 'sentiment-multilingual')];
    for (const each of [sentiments, train]) mkdirSync(each, { recursive: true });
    writeFileSync(join(train, 'english-train_text.txt'), 'Another post.\n I hate it, terrible! \n');
    writeFileSync(join(sentiments, 'val_text.txt'), 'I love it, great!\nI hate it, terrible!\n');
    writeFileSync(join(sentiments, 'val_labels.txt'), '2\n0\n');
    const said: string[] = [];
    const { tables } = await sentiment.measure({ quick: false, data: sentiments, say: (line) => said.push(line) });
    expect(tables[0]!.rows[0]![2]).toBe(1);
    expect(said.join()).toContain('1 texts of');
  });

  test('says what it needs if there is nothing', async () => {
    await expect(sentiment.measure({ quick: true, data: folder, say: () => undefined })).rejects.toThrow(
      'it needs NAME_text.txt',
    );
    await expect(entities.measure({ quick: true, data: join(folder, 'no'), say: () => undefined })).rejects.toThrow(
      '--data FOLDER',
    );
  });
});
