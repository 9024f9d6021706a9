import sharp from 'sharp';
import type { Report } from '../../bench/runner/report';
import type { EvalHost } from '../plugins';

interface DrawnLine {
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
}

interface DrawnPage {
  name: string;
  width: number;
  height: number;
  size: number;
  font: string;
  lines: DrawnLine[];
  /** How much lower the middle of a bent page lies than its sides, as a share of the width. */
  sag?: number;
}

const TEXT =
  'The harbour opened early today and every ship that came in carried bread coffee tea or oranges to the market in Station Street where the baker missed his train again'.split(
    ' ',
  );

/** Numbered lines of print that fill a page, 2 × `size` apart. */
function printedPage(name: string, [width, height]: [number, number], size: number, font = 'DejaVu Sans'): DrawnPage {
  const count = Math.floor((height - 40) / (2 * size));
  const lines = Array.from({ length: count }, (_, index) => {
    let text = String(index + 1);
    for (let word = index * 7; (text.length + 9) * size * 0.6 < width - 60; word++) text += ` ${TEXT[word % TEXT.length]}`;
    return { text, x: 25, y: 30 + size + 2 * index * size };
  });
  return { name, width, height, size, font, lines };
}

/** The digits 1 to 9 in three rows. */
function grid(size: number, step: number, font = 'DejaVu Sans'): DrawnPage {
  const lines = Array.from({ length: 9 }, (_, index) => ({
    text: String(index + 1),
    x: step * (index % 3) + step / 2,
    y: step * Math.floor(index / 3) + step * 0.7,
  }));
  return { name: `grid, ${size} px`, width: 3 * step + 20, height: 3 * step + 20, size, font, lines };
}

const PAGES: DrawnPage[] = [
  printedPage('tall, 600 × 4000', [600, 4000], 24),
  printedPage('tall, 1200 × 4000', [1200, 4000], 24, 'Liberation Serif'),
  printedPage('wide, 4000 × 600', [4000, 600], 24),
  printedPage('A4 at 150 dpi, 13 px', [1240, 1754], 13, 'Liberation Sans'),
  printedPage('A4 at 300 dpi, 25 px', [2480, 3508], 25, 'Liberation Serif'),
  ...[0.01, 0.02, 0.04, 0.06, 0.08].map((sag) => ({
    ...printedPage(`A4 at 150 dpi, bent by ${sag * 100} % of its width`, [1240, 1640], 24, 'Liberation Serif'),
    height: 1754,
    sag,
  })),
  ...[28, 40, 60].map((size) => grid(size, size * 3)),
];

async function drawn({ width, height, size, font, lines, sag = 0 }: DrawnPage): Promise<string> {
  const text = lines.map(
    (line) => `<text x="${line.x}" y="${line.y}" font-family="${font}" font-size="${size}" fill="#111">${line.text}</text>`,
  );
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${text.join('')}</svg>`;
  const flat = await sharp(Buffer.from(page)).removeAlpha().raw().toBuffer();
  const raw = { width, height, channels: 3 } as const;
  const png = await sharp(sag === 0 ? flat : bent(flat, raw, sag), { raw })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Moves each column down by its part of the sag. What is above the page is its colour. */
function bent(flat: Uint8Array, { width, height }: { width: number; height: number }, sag: number): Uint8Array {
  const moved = new Uint8Array(flat.length).fill(255);
  for (let x = 0; x < width; x++) {
    const down = Math.round(sag * width * Math.sin((Math.PI * (x + 0.5)) / width));
    for (let y = down; y < height; y++) {
      const from = ((y - down) * width + x) * 3;
      moved.set(flat.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return moved;
}

/** How many of the longest run of lines in their order are answered exactly, each once. */
export function linesInOrder(truth: readonly string[], read: readonly string[]): number {
  let lengths = Array<number>(read.length + 1).fill(0);
  for (const text of truth) {
    const next = [0];
    for (const [index, other] of read.entries())
      next.push(text === other ? lengths[index]! + 1 : Math.max(next[index]!, lengths[index + 1]!));
    lengths = next;
  }
  return lengths.at(-1)!;
}

/** Pages that we draw: long ones, small print, grids. */
export async function drawnPageTable(host: EvalHost): Promise<NonNullable<Report['tables']>[number]> {
  const rows: (string | number)[][] = [];
  for (const page of PAGES) {
    const output = await host.call('vision.text', { image: await drawn(page) });
    const read = (output as { lines: { text: string }[] }).lines.map(({ text }) => text);
    const truth = page.lines.map(({ text }) => text);
    rows.push([page.name, truth.length, read.length, linesInOrder(truth, read)]);
  }
  return {
    title: 'Pages that we draw: lines that are exactly right and in order',
    head: ['page', 'lines', 'answered', 'right'],
    rows,
  };
}
