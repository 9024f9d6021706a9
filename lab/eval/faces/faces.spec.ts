import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFaceFolder } from './face-folder';
import { scoreExpressions } from './emotions';
import { score } from './faces';
import { countErrors, pairsOf } from './recognise';

const box = (x: number, width = 10) => ({ x, y: 0, width, height: 10 });
const truth = (x: number) => ({ label: 'face', box: box(x) });
const claim = (x: number, width = 10) => ({ label: 'face', confidence: 0.9, box: box(x, width) });

test('the scores are those done by hand', () => {
  const { figures } = score([
    // One found, one found twice, one missed, one that does not count, one box on nothing.
    {
      truths: [truth(0), truth(20), truth(40)],
      ignored: [truth(60)],
      claims: [claim(0), claim(21), claim(19), claim(60), claim(80)],
    },
    { truths: [], ignored: [], claims: [claim(0, 3)] },
  ]);
  expect(figures).toEqual({ recall: 2 / 3, precision: 2 / 5, images: 2, faces: 3, found: 2, claimed: 5 });
});

describe("a folder in dlib's layout", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-dlib-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const list = (images: string) => writeFileSync(join(folder, 'all.xml'), `<dataset><images>${images}</images></dataset>`);

  test('is read with boxes, ignored ones apart, and images without any', () => {
    writeFileSync(join(folder, 'a.jpg'), '');
    writeFileSync(join(folder, 'b.jpg'), '');
    writeFileSync(join(folder, 'all_with_face_landmarks.xml'), "<image file='twice.jpg'/>");
    list(`<image file='a.jpg' width='9'>
      <box top='1' left='-2' width='3' height='4'/><box top="5" left="6" width="7" height="8" ignore="1"><label>x</label></box>
      </image><image file="b.jpg"/>`);
    expect(readFaceFolder(folder)).toEqual([
      {
        path: join(folder, 'a.jpg'),
        truths: [{ label: 'face', box: { x: -2, y: 1, width: 3, height: 4 } }],
        ignored: [{ label: 'face', box: { x: 6, y: 5, width: 7, height: 8 } }],
      },
      { path: join(folder, 'b.jpg'), truths: [], ignored: [] },
    ]);
  });

  test('is refused with what is missing', () => {
    expect(() => readFaceFolder(folder)).toThrow(/no XML file that lists images/);
    expect(() => readFaceFolder(join(folder, 'gone'))).toThrow(/no XML file that lists images/);
    list("<image file='gone.jpg'/>");
    expect(() => readFaceFolder(folder)).toThrow(/gone\.jpg is listed, but it is not there/);
    list("<image file='gone.jpg'><box top='1'/></image>");
    expect(() => readFaceFolder(folder)).toThrow(/lacks left, top, width or height/);
  });
});

test('a face that is not found counts as a wrong expression', () => {
  const face = (answer?: string) => ({ expression: 'happy', answer });
  const judged = { whole: [face('happy'), face('sad'), face(), face('happy')], tight: [face()], small: [face('happy')] };
  const { figures, tables } = scoreExpressions(judged);
  expect(figures).toMatchObject({ found_whole: 0.75, right_whole: 0.5, right_tight: 0, right_small: 1, faces: 4 });
  expect(tables[0]!.rows).toHaveLength(6);
});

test('strangers who are too similar, and people who are not similar enough, are counted', () => {
  const pairs = pairsOf([
    { person: 'a', vector: [1, 0] },
    { person: 'a', vector: [0.6, 0.8] },
    { person: 'b', vector: [0, 1] },
  ]);
  expect(pairs).toEqual([
    { same: true, similarity: 0.6 },
    { same: false, similarity: 0 },
    { same: false, similarity: 0.8 },
  ]);
  expect(countErrors(pairs, 0.7)).toEqual({ strangers: 2, accepted: 1, same: 1, rejected: 1 });
  expect(countErrors(pairs, 0.6)).toEqual({ strangers: 2, accepted: 1, same: 1, rejected: 0 });
});
