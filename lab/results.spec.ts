import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSection, type Result } from './bench/runner/page';
import { ROOT } from './bench/service';

const RESULTS = join(ROOT, 'lab', 'results');
const PAGES = { bench: 'benchmarks', eval: 'quality' };

/** `UPDATE_RESULTS=1` writes the pages from the results, after a change of what they show. */
test.each(Object.entries(PAGES))('the page of %s shows what lab/results has', (command, name) => {
  const page = join(ROOT, 'docs', 'reference', `${name}.md`);
  const text = readFileSync(page, 'utf8');
  const files = readdirSync(RESULTS).filter((file) => file.startsWith(`${command}-`));
  expect(files.length).toBeGreaterThan(5);
  const results = files.map((file) => JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as Result);
  const made = results.reduce((page, result) => withSection(page, command, result), text);
  if (process.env['UPDATE_RESULTS']) writeFileSync(page, made);
  else expect(text).toBe(made);
});
