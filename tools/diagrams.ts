/**
 * Renders the Mermaid diagrams of docs/architecture.md as SVG files into docs/images/architecture: `npm run docs:diagrams`.
 * npx fetches Mermaid's command line for this run. It needs a Chromium: /usr/bin/chromium, or the path in CHROMIUM.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = process.cwd();
const PAGE = join('docs', 'architecture.md');
const FOLDER = join('docs', 'images', 'architecture');
const MERMAID_CLI = '@mermaid-js/mermaid-cli@11.17.0';

export interface Diagram {
  /** Path of the SVG file from the root of the repository. */
  file: string;
  source: string;
}

/** The diagrams of the page, each named after the heading above it. */
export function readDiagrams(root: string): Diagram[] {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const sections = page.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const source = /^```mermaid\n(.*?)^```$/ms.exec(section)?.[1];
    const name = section.split('\n', 1)[0]!.toLowerCase().replaceAll(' ', '-');
    return source === undefined ? [] : [{ file: join(FOLDER, `${name}.svg`), source }];
  });
}

/** The comment in an SVG file that names the source it was rendered from. */
export const sourceMark = (source: string): string =>
  `<!-- source sha256 ${createHash('sha256').update(source).digest('hex')} -->`;

function render({ file, source }: Diagram, folder: string): void {
  const [input, output, browser] = ['diagram.mmd', 'diagram.svg', 'browser.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(input, source);
  writeFileSync(
    browser,
    JSON.stringify({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] }),
  );
  // Text as SVG text, so that every viewer shows it.
  const config = join(folder, 'mermaid.json');
  writeFileSync(config, JSON.stringify({ htmlLabels: false, flowchart: { htmlLabels: false } }));
  const args = ['--quiet', '--backgroundColor', 'white', '--puppeteerConfigFile', browser, '--configFile', config];
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' };
  execFileSync('npx', ['--yes', MERMAID_CLI, ...args, '--input', input, '--output', output], { env, stdio: 'inherit' });
  writeFileSync(join(ROOT, file), `${readFileSync(output, 'utf8').trim()}\n${sourceMark(source)}\n`);
}

if (require.main === module) {
  const folder = mkdtempSync(join(tmpdir(), 'percept-diagrams-'));
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  for (const diagram of readDiagrams(ROOT)) render(diagram, folder);
  rmSync(folder, { recursive: true });
}
