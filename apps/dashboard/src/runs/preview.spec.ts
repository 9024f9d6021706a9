import { previewFile } from './preview';

test('JSON lines, CSV and JSON lists are rows; a line that was cut off is left out', () => {
  expect(previewFile('a.jsonl', '{"n":1}\n{"n":2}\n{"n"', false)).toEqual({ rows: [{ n: 1 }, { n: 2 }], columns: ['n'] });
  expect(previewFile('a.csv', 'file,label\n"a, b.jpg","say ""hi"""\nc.jpg,\n', true)).toEqual({
    rows: [
      { file: 'a, b.jpg', label: 'say "hi"' },
      { file: 'c.jpg', label: '' },
    ],
    columns: ['file', 'label'],
  });
  expect(previewFile('a.json', '[{"x":1},{"y":2}]', true)).toEqual({ rows: [{ x: 1 }, { y: 2 }], columns: ['x', 'y'] });
});

test('whatever else stays text: other formats, broken lines, quoted cells over several lines', () => {
  expect(previewFile('a.md', '# Hello', true)).toEqual({ text: '# Hello' });
  expect(previewFile('a.jsonl', '{broken\n', true)).toEqual({ text: '{broken\n' });
  expect(previewFile('a.csv', 'a,b\n"two\nlines",1\n', true).text).toContain('lines');
});
