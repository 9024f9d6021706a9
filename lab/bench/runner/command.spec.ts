import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, Skipped, type MeasureOptions, type Measurement } from './command';
import { formatTable } from './report';

let printed: string;
let complained: string;
let asked: MeasureOptions[];
let folder: string;

const measurement = (name: string): Measurement => ({
  name,
  summary: `Measures ${name}.`,
  measure: async (options) => {
    asked.push(options);
    if (name === 'broken') throw new Error('no server');
    if (name === 'elsewhere') throw new Skipped('its folder is not here.');
    return {
      name,
      ratios: { vs_bare: 0.8 },
      figures: { vs_bare_min: 0.7, vs_bare_max: 0.9, rounds: 3 },
      tables: [{ title: 't', head: ['round'], rows: [[1]] }],
      against: ['a loop 1.0'],
      ...(name === 'drawn' && { unfit: 'drawings' }),
    };
  },
});

const run = (...args: string[]) =>
  runCommand('bench', args, {
    known: ['broken', 'http', 'batch', 'drawn', 'elsewhere'].map(measurement),
    page: join(folder, 'page.md'),
    results: join(folder, 'results'),
    out: (text) => (printed += text),
    err: (text) => (complained += text),
  });

describe('bench and eval', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'percept-'));
    printed = complained = '';
    asked = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('a measurement prints its table and its figures', async () => {
    expect(await run('http')).toBe(0);
    expect(printed).toMatch(/ratios\.vs_bare\s+0\.800/);
    expect(printed).toMatch(/figures\.rounds\s+3/);
  });

  test('--json writes name, ratios and figures, and makes the folder', async () => {
    const file = join(folder, 'deep', 'http.json');
    expect(await run('http', '--json', file)).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      name: 'http',
      ratios: { vs_bare: 0.8 },
      figures: { rounds: 3 },
    });
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

  test('all runs every one of them, also after one that breaks, and then exits with 1', async () => {
    expect(await run('all')).toBe(1);
    expect(asked).toHaveLength(5);
  });

  test('what needs something that is not here is skipped with the reason', async () => {
    expect(await run('elsewhere')).toBe(0);
    expect(complained).toContain('elsewhere is skipped: its folder is not here.');
  });

  describe('--write', () => {
    const page = () => readFileSync(join(folder, 'page.md'), 'utf8');

    test('writes machine, date, peers, ratios with their spread and what falls short', async () => {
      expect(await run('http', '--write')).toBe(0);
      expect(page()).toMatch(/`npm run bench -- http`, \d{4}-\d\d-\d\d: \d+ × .*Node \d.* Beside a loop 1\.0\./);
      expect(page()).toContain('| `ratios.vs_bare` | 0.800 | 0.700 to 0.900 | at least 0.9 |');
      expect(JSON.parse(readFileSync(join(folder, 'results', 'bench-http.json'), 'utf8'))).toMatchObject({
        ratios: { vs_bare: 0.8 },
        figures: { rounds: 3 },
        when: { machine: expect.stringMatching(/Node \d/) },
      });
      expect(page()).toContain('Falls short: `ratios.vs_bare` is 0.800; the goal is at least 0.9.');
    });

    test('changes nothing of a page but its own section, and adds none twice', async () => {
      const around = ['# Page\n\nWritten by hand.\n\n<!-- bench batch -->', '<!-- /bench batch -->\n\nMore.\n'];
      writeFileSync(join(folder, 'page.md'), around.join('\nold\n'));
      await run('batch', '--write');
      await run('batch', '--write');
      const [before, after] = [page().indexOf('<!-- bench batch -->'), page().indexOf('<!-- /bench batch -->')];
      expect(page().slice(0, before) + page().slice(after)).toBe(
        '# Page\n\nWritten by hand.\n\n<!-- /bench batch -->\n\nMore.\n',
      );
      expect(page()).not.toContain('old');
      expect(page().match(/ratios\.vs_bare` \| 0\.800/g)).toHaveLength(1);
    });

    test('writes what was measured though another one broke, and nothing that was measured on drawings', async () => {
      expect(await run('all', '--write')).toBe(1);
      expect(page()).toMatch(/## bench http[^]*## bench batch/);
      expect(page()).not.toMatch(/bench (broken|drawn)/);
    });

    test('refuses a quick run, and a page with half a section', async () => {
      expect(await run('http', '--write', '--quick')).toBe(2);
      expect(existsSync(join(folder, 'page.md'))).toBe(false);
      writeFileSync(join(folder, 'page.md'), '<!-- bench http -->\n');
      expect(await run('http', '--write')).toBe(1);
      expect(complained).toContain('The page must have both');
    });
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
