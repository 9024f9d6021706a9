import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDiagrams, sourceMark } from '../../../tools/diagrams';
import { ROOT } from '../../harness/percept';
import { readPage } from './pages';

const diagrams = readDiagrams(ROOT);

test('docs/architecture.md has a diagram of the stacks and one of each flow', () => {
  expect(diagrams).toHaveLength(5);
  const { text } = readPage('docs/architecture.md');
  for (const { file } of diagrams) expect(text).toContain(`(${file.replace('docs/', '')})`);
});

test.each(diagrams)(
  '$file was rendered from the diagram on the page; `npm run docs:diagrams` renders it again',
  ({ file, source }) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(sourceMark(source));
  },
);
