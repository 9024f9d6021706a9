import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, type MeasureOptions, type Measurement } from './command';
import { formatTable } from './report';

let printed: string;
let complained: string;
let asked: MeasureOptions[];

const measurement = (name: string): Measurement => ({
  name,
  summary: `Measures ${name}.`,
  measure: async (options) => {
    asked.push(options);
    if (name === 'broken') throw new Error('no server');
    return { name, ratios: { vs_bare: 0.9 }, figures: { rounds: 3 }, tables: [{ title: 't', head: ['round'], rows: [[1]] }] };
  },
});

const run = (...args: string[]) =>
  runCommand('bench', args, {
    known: ['http', 'batch', 'broken'].map(measurement),
    out: (text) => (printed += text),
    err: (text) => (complained += text),
  });

describe('bench and eval', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'percept-'));
    printed = complained = '';
    asked = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('a measurement prints its table and its figures', async () => {
    expect(await run('http')).toBe(0);
    expect(printed).toMatch(/ratios\.vs_bare\s+0\.900/);
    expect(printed).toMatch(/figures\.rounds\s+3/);
  });

  test('--json writes name, ratios and figures, and makes the folder', async () => {
    const file = join(folder, 'deep', 'http.json');
    expect(await run('http', '--json', file)).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ name: 'http', ratios: { vs_bare: 0.9 }, figures: { rounds: 3 } });
  });

  test('--data and --quick reach the measurement', async () => {
    await run('http', '--quick', '--data', folder);
    expect(asked).toEqual([expect.objectContaining({ quick: true, data: folder })]);
  });

  test.each([[['nothing']], [[]], [['http', '--fast']], [['http', 'batch']]])(
    '%j exits with 2 and lists the names',
    async (args) => {
      expect(await run(...args)).toBe(2);
      expect(complained).toMatch(/http\s+Measures http\./);
      expect(asked).toEqual([]);
    },
  );

  test('--help lists the names', async () => {
    expect(await run('--help')).toBe(0);
    expect(printed).toMatch(/batch\s+Measures batch\./);
  });

  test('a measurement that breaks exits with 1 and says why', async () => {
    expect(await run('broken')).toBe(1);
    expect(complained).toContain('no server');
  });

  test('all runs every one of them', async () => {
    await run('all');
    expect(asked).toHaveLength(3);
  });

  test('a table lines its columns up', () => {
    const text = formatTable({
      title: 'T',
      head: ['name', 'n'],
      rows: [
        ['a', 1],
        ['long', 12.345],
      ],
    });
    expect(text).toBe('T\nname     n\n----  ----\na        1\nlong  12.3');
  });
});
