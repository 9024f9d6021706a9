import { checkPipeline } from '@percept/core';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseDocument } from 'yaml';
import { allPages, anchorsOf, readPage, type Block } from './pages';
import { ROOT } from '../../harness/percept';
import { capabilities } from '../../harness/builtin-plugins';

const pages = allPages();
const scripts = Object.keys((JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts);

/** The pages whose commands a test runs; every other page has only illustrations, or blocks that are read and checked. */
const RUN_BY: Record<string, string> = {
  'README.md': 'e2e/docs/readme.spec.ts',
  'docs/reference/expressions.md': 'e2e/runs/pipelines.spec.ts',
  'docs/guides/quick-start.md': 'e2e/docs/commands-of-pages.spec.ts',
  'docs/guides/how-to.md': 'e2e/docs/commands-of-pages.spec.ts',
  'docs/guides/how-to-operate.md': 'e2e/docs/commands-of-pages.spec.ts',
  'docs/guides/plugins.md': 'e2e/docs/plugin-pages.spec.ts',
  'docs/guides/plugin-with-model.md': 'e2e/docs/plugin-pages.spec.ts',
  'docs/reference/rest.md': 'e2e/docs/commands-of-pages.spec.ts',
  'docs/reference/forecast.md': 'e2e/docs/commands-of-pages.spec.ts',
  'docs/compat/aws.md': 'e2e/docs/compat-pages.spec.ts',
  'docs/compat/azure.md': 'e2e/docs/compat-pages.spec.ts',
  'docs/compat/google.md': 'e2e/docs/compat-pages.spec.ts',
  'docs/compat/openai.md': 'e2e/docs/compat-pages.spec.ts',
  'docs/compat/kserve.md': 'e2e/docs/compat-pages.spec.ts',
  'docs/guides/webhooks.md': 'e2e/docs/webhooks-page.spec.ts',
  'docs/architecture.md': 'e2e/docs/diagrams.spec.ts',
};

/** What is wrong with a block, or nothing. */
function mistake(path: string, block: Block): string | undefined {
  if (block.language === '') return 'names no language; text that is only shown is ```text';
  if (block.marks.includes('illustration') || block.language === 'text') return undefined;
  if (block.language === 'json') return attempt(() => JSON.parse(block.text));
  // A block with the name of a file is written to it by the test that runs the page.
  if (block.language === 'yaml' && block.marks.length === 0) return yamlMistake(path, block.text);
  const spec = RUN_BY[path];
  if (!spec) return `is run by no test: mark it \`\`\`${block.language} illustration`;
  const runs = readFileSync(join(ROOT, 'test', spec), 'utf8').includes(basename(path));
  return runs ? undefined : `test/${spec} does not read ${path}`;
}

function yamlMistake(path: string, text: string): string | undefined {
  const [problem] = parseDocument(text).errors;
  if (problem) return problem.message;
  if (!/^version: 1$/m.test(text)) return undefined;
  return checkPipeline(text, path, capabilities)[0]?.message;
}

function attempt(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each(pages)('$path', (page) => {
  test('has no block that is neither run, read and checked, nor marked as an illustration', () => {
    const mistakes = page.blocks.map((block) => ({ line: block.line, why: mistake(page.path, block) }));
    expect(mistakes.filter(({ why }) => why !== undefined)).toEqual([]);
  });

  test('has its code in fenced blocks, where the rule above sees it', () => {
    expect(page.prose.match(/(?<=\n\n) {4}\S.*/g) ?? []).toEqual([]);
  });

  test('has links that lead somewhere', () => {
    const links = [...page.prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => !/^(https?|mailto):/.test(link) && !leadsSomewhere(page.path, link));
    expect(broken).toEqual([]);
  });

  test('names scripts of npm that there are', () => {
    const named = [...page.text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    const ours = named.filter((name) => name !== 'build');
    expect(ours.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});

function leadsSomewhere(from: string, link: string): boolean {
  const [file, anchor] = link.split('#') as [string, string | undefined];
  const path = file === '' ? from : relative(ROOT, join(ROOT, dirname(from), file));
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || anchorsOf(readPage(path)).includes(anchor);
}

test('docs/README.md and docs/decisions.md list every page', () => {
  const text = ['docs/README.md', 'docs/decisions.md'].map((path) => readPage(path).text).join('');
  const missing = pages.filter(
    ({ path }) => path.startsWith('docs/') && path !== 'docs/README.md' && !text.includes(`(${path.slice(5)})`),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});
