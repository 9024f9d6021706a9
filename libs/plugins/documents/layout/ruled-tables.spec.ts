import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { documentRead } from '../read/read';
import type { ReadOutput } from '../read/read-output';
import { findTableGrids } from './grids';
import { rulesIn } from './rules';

type Line = [fromX: number, fromY: number, toX: number, toY: number];
type Text = [text: string, x: number, y: number];

/** A page with lines and texts; y counts from the top. */
async function readDrawn(lines: readonly Line[], texts: readonly Text[], format = 'text') {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  for (const [fromX, fromY, toX, toY] of lines)
    page.drawLine({ start: { x: fromX, y: 842 - fromY }, end: { x: toX, y: 842 - toY }, thickness: 0.8 });
  for (const [text, x, y] of texts) page.drawText(text, { x, y: 842 - y, size: 10, font });
  const media = { field: 'document', bytes: await pdf.save() };
  return (await runCapability(documentRead, { format }, { media })) as unknown as ReadOutput;
}
const cellsOf = ({ pages }: ReadOutput) =>
  pages[0]!.tables.map(({ cells }) =>
    cells.map(({ row, column, row_span, column_span, text }) => `${row},${column} ${row_span}×${column_span} ${text}`),
  );

/** Three columns at 60, 200, 330 and 500; a head over two of them, a cell of two rows of the grid, an empty one. */
const LINES: Line[] = [
  ...([100, 130, 170, 200, 230].map((y) => [60, y, 500, y]) as Line[]),
  ...([60, 500].map((x) => [x, 100, x, 230]) as Line[]),
  [200, 100, 200, 230],
  [330, 130, 330, 230],
];
const TEXTS: Text[] = [
  ['Ahead of the table stands a sentence.', 60, 80],
  ['Good', 70, 118],
  ['Price in euros', 210, 118],
  ['Bread with a long', 70, 145],
  ['name', 70, 160],
  ['2.50', 340, 145],
  ['Butter', 70, 188],
  ['1.20', 210, 188],
  ['3.40', 340, 188],
  ['Jam', 70, 218],
  ['0.90', 210, 218],
];

test('a table with drawn lines has the cells that they draw: wrapped, empty and wide ones', async () => {
  const answer = await readDrawn(LINES, TEXTS);
  expect(cellsOf(answer)).toEqual([
    [
      ...['0,0 1×1 Good', '0,1 1×2 Price in euros', '1,0 1×1 Bread with a long name', '1,2 1×1 2.50'],
      ...['2,0 1×1 Butter', '2,1 1×1 1.20', '2,2 1×1 3.40', '3,0 1×1 Jam', '3,1 1×1 0.90'],
    ],
  ]);
  const [table] = answer.pages[0]!.tables;
  expect(table).toMatchObject({ row_count: 4, column_count: 3 });
  expect(table!.polygon[0]!.x).toBeCloseTo(60 / 72, 1);
  expect(table!.polygon[2]!.y).toBeCloseTo(230 / 72, 1);
  expect(answer.content).toContain('Ahead of the table stands a sentence.');
  for (const { text, span } of table!.cells) expect(answer.content.slice(span.offset, span.offset + span.length)).toBe(text);
});

test('a coloured head belongs to the table', async () => {
  const svg = `<svg width="400" height="300"><rect width="400" height="300" fill="#fff"/><rect x="40" y="40" width="320" height="60" fill="#5b9bd5"/>
    <g stroke="#777" stroke-width="2"><path d="M40 40H360M40 100H360M40 160H360M40 220H360M40 40V220M200 100V220M360 40V220"/></g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(findTableGrids(rulesIn(data, info), info)).toMatchObject([{ rows: 3, columns: 2 }]);
});

test('a cell may take several rows', async () => {
  const lines = LINES.map((line): Line => (line[1] === 200 && line[3] === 200 ? [200, 200, 500, 200] : line));
  const [cells] = cellsOf(await readDrawn(lines, [...TEXTS.filter(([text]) => text !== 'Jam')]));
  expect(cells).toContain('2,0 2×1 Butter');
});

test('text that runs over a drawn line is cut there', async () => {
  const lines: Line[] = [
    ...([100, 120, 140].map((y) => [60, y, 300, y]) as Line[]),
    ...([60, 95, 300].map((x) => [x, 100, x, 140]) as Line[]),
  ];
  // Less than a space lies between the cells.
  const [cells] = cellsOf(
    await readDrawn(lines, [
      ['No. 17', 62, 114],
      ['Bolts', 98, 114],
      ['No. 18', 62, 134],
      ['Nuts', 98, 134],
    ]),
  );
  expect(cells).toEqual(['0,0 1×1 No. 17', '0,1 1×1 Bolts', '1,0 1×1 No. 18', '1,1 1×1 Nuts']);
});

test('a frame around text, and a line under it, do not make a table', async () => {
  const frame: Line[] = [
    ...([100, 140].map((y) => [60, y, 300, y]) as Line[]),
    ...([60, 300].map((x) => [x, 100, x, 140]) as Line[]),
    [60, 200, 300, 200],
  ];
  const { pages, content } = await readDrawn(frame, [
    ['A framed sentence', 70, 124],
    ['An underlined one', 60, 195],
  ]);
  expect(pages[0]!.tables).toEqual([]);
  expect(content).toContain('A framed sentence');
});

test.each(['#333', '#c8c8c8'])('lines of %s are found in a picture, and letters are not taken for lines', async (colour) => {
  const svg = `<svg width="400" height="300"><rect width="400" height="300" fill="#f4f1ea"/>
    <g stroke="${colour}" stroke-width="2"><path d="M40 40H360M40 120H360M40 200H360M40 40V200M200 40V200M360 40V200"/></g>
    <text x="60" y="90" font-size="30" font-family="DejaVu Sans">IIIIlllHHH</text></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const rules = rulesIn(data, info);
  expect([rules.level.length, rules.upright.length]).toEqual([3, 3]);
  const [grid, ...others] = findTableGrids(rules, info);
  expect(others).toEqual([]);
  expect(grid).toMatchObject({ rows: 2, columns: 2 });
  expect(grid!.cells).toHaveLength(4);
  expect(grid!.frame.left).toBeCloseTo(40, -0.5);
});
