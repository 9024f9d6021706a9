import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { ReadLine } from '../ocr/reading';

/** `tesseract 5.3.0`; undefined where it is not installed. */
export function tesseractVersion(): string | undefined {
  try {
    return execFileSync('tesseract', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0];
  } catch {
    return undefined;
  }
}

const WORD = '5';

/** The lines of a page as Tesseract reads them, with its English model on one thread. */
export async function readWithTesseract(path: string): Promise<ReadLine[]> {
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  const { stdout } = await promisify(execFile)('tesseract', [path, '-', '-l', 'eng', 'tsv'], { env });
  const lines = new Map<string, { words: string[]; boxes: number[][]; sure: number[] }>();
  for (const row of stdout.split('\n').slice(1)) {
    const [level, page, block, paragraph, line, , left, top, width, height, sure, ...text] = row.split('\t');
    if (level !== WORD || text.join('\t').trim() === '') continue;
    const key = [page, block, paragraph, line].join('/');
    const known = lines.get(key) ?? { words: [], boxes: [], sure: [] };
    known.words.push(text.join('\t').trim());
    known.boxes.push([left, top, width, height].map(Number));
    known.sure.push(Number(sure) / 100);
    lines.set(key, known);
  }
  return [...lines.values()].map(({ words, boxes, sure }) => {
    const [x, y] = [Math.min(...boxes.map(([left]) => left!)), Math.min(...boxes.map(([, top]) => top!))];
    const right = Math.max(...boxes.map(([left, , width]) => left! + width!));
    const bottom = Math.max(...boxes.map(([, top, , height]) => top! + height!));
    return { text: words.join(' '), confidence: Math.min(...sure), box: { x, y, width: right - x, height: bottom - y } };
  });
}
