import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { letteringImage } from '../../harness/fixtures/text/lettering';
import { removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

const REPLAY = join(ROOT, 'clients/paperless/tests/replay.py');

const hasPython = spawnSync('python3', ['-c', 'import tomllib']).status === 0;
if (!hasPython) process.stderr.write('Skipped tests: Python 3.11 is not installed.\n');
const suite = hasPython ? describe : describe.skip;

suite('the parser for Paperless-ngx', () => {
  let percept: RunningPercept;
  const folder = tempDir();
  beforeAll(async () => (percept = await startPercept()));
  afterAll(async () => {
    await percept.stop();
    for (const each of [folder, percept.dataDir]) removeDir(each);
  });
  const { make } = sending(() => percept);

  /** What the consumer of Paperless gets. */
  async function consume(bytes: Buffer, type: string, { args = [], env }: { args?: string[]; env?: object } = {}): Promise<any> {
    const file = join(folder, 'document');
    writeFileSync(file, bytes);
    const own = { PERCEPT_URL: percept.url, PERCEPT_KEY: percept.key, PYTHONDONTWRITEBYTECODE: '1' };
    const options = { env: { ...process.env, ...own, ...env } };
    return JSON.parse((await promisify(execFile)('python3', [REPLAY, file, type, ...args], options)).stdout);
  }
  /** The text layer of a PDF. */
  async function layerOf(pdf: string): Promise<string> {
    const headers = { 'content-type': 'application/pdf' };
    const body = new Uint8Array(Buffer.from(pdf, 'base64'));
    const answer = await percept.fetch('/v2/documents/read?ocr=never', { method: 'POST', body, headers });
    return ((await answer.json()) as { content: string }).content;
  }
  async function letter(pages: number): Promise<Buffer> {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    for (let number = 1; number <= pages; number++)
      pdf.addPage().drawText(`Letter of 3 March 2026, page ${number}`, { x: 60, y: 600, size: 12, font });
    return Buffer.from(await pdf.save());
  }

  test('gives text and number of pages of a PDF, and its archive', async () => {
    const { archive, ...told } = await consume(await letter(2), 'application/pdf');
    expect(told).toEqual({
      ...{ extension: '.pdf', score: 20, date: null, pages: 2, metadata: [], rendition: false },
      text: 'Letter of 3 March 2026, page 1\n\nLetter of 3 March 2026, page 2',
    });
    expect(await layerOf(archive)).toContain('page 2');
  });

  test('makes a searchable PDF of a picture', async () => {
    const { archive, text, pages } = await consume(await letteringImage('TOTAL 12.50'), 'image/png');
    expect([pages, text]).toEqual([1, expect.stringContaining('TOTAL')]);
    expect(await layerOf(archive)).toContain('TOTAL');
  });

  test('makes no archive where Paperless wants none, and then counts one request', async () => {
    const { key } = await make({ plan: 'free', scopes: ['predict'] });
    const env = { PERCEPT_KEY: key };
    const { archive, text } = await consume(await letter(1), 'application/pdf', { args: ['--no-archive'], env });
    expect([archive, text]).toEqual([null, 'Letter of 3 March 2026, page 1']);
    const usage = await fetch(`${percept.url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
    expect(usage.headers.get('x-ratelimit-remaining')).toBe('999');
  });

  test('reads a document of many pages, which Percept answers later', async () => {
    const { pages, text } = await consume(await letter(30), 'application/pdf', { args: ['--no-archive'] });
    expect([pages, text]).toEqual([30, expect.stringContaining('page 30')]);
  });

  test('fails with the words of Percept', async () => {
    expect((await consume(Buffer.from('%PDF-1.4 and nothing'), 'application/pdf')).error).toMatch(/document/);
    expect((await consume(await letter(1), 'application/pdf', { env: { PERCEPT_KEY: 'unknown' } })).error).toMatch(/key/i);
    const nowhere = await consume(await letter(1), 'application/pdf', { env: { PERCEPT_URL: 'http://127.0.0.1:1' } });
    expect(nowhere.error).toContain('Percept at http://127.0.0.1:1 cannot be reached');
  });

  test('leaves to Paperless what it cannot read, and everything where no address is set', async () => {
    expect(await consume(Buffer.from('From: a'), 'message/rfc822')).toEqual({ extension: null, score: null });
    const unset = await consume(await letter(1), 'application/pdf', { env: { PERCEPT_URL: '' } });
    expect(unset).toEqual({ extension: '.pdf', score: null });
  });
});
